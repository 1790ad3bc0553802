import { policies } from '@trust/contracts/policies';
import { newPhoneNumber, signIn } from '../../demo/steps/sign-in.ts';
import { readWorkspace } from '../../demo/steps/workspace.ts';
import { assignerOn } from '../assignments.ts';
import type { World } from '../authorization/world.ts';
import type { Method, RawClient } from '../raw-client.ts';
import { canaryReason, canaryText, canaryValues, successStatuses } from './canary-values.ts';
import type { RecordingClient } from './recording-client.ts';

/** The public reads it once it is checked. */
export const registeredName = canaryText('who trades');

export type Ask = (statuses: number[], method: Method, path: string, body?: unknown) => Promise<{ body: unknown }>;
type Subjects = { items: { id: string; about: string }[] };
type Named = Subjects & { naming: { id: string } | null };

/** Before any claim is granted. Everybody reads the initial of the family name only. */
export async function nameSubjects(world: World, client: RecordingClient, owner: Ask): Promise<void> {
  const { ours, ownerAssignmentId } = world;
  await owner(successStatuses, 'PUT', '/provider-workspace/me/registered-name', { name: registeredName });
  const person = {
    representativeId: ownerAssignmentId,
    givenName: canaryText('who answers'),
    familyName: canaryValues.familyName,
  };
  const named = await owner(successStatuses, 'PUT', '/provider-workspace/me/responsible-person', person);
  const subjectId = (named.body as Subjects).items.find(({ about }) => about === 'person')?.id;
  await owner([400], 'PUT', '/provider-workspace/me/responsible-person', { ...person, more: 1 });
  const { version } = policies['public-name'];
  const path = '/provider-workspace/me/responsible-person/public-name';
  await owner(successStatuses, 'PUT', path, { subjectId, form: 'given_name_and_initial', version });
  await owner(successStatuses, 'GET', `/providers/${ours.id}/claim-subjects`);
  await nameColleague(world, client, person);
}

/** Of an organisation: the colleague accepts once, their second naming is withdrawn, and their third one waits. */
async function nameColleague(world: World, client: RecordingClient, person: object): Promise<void> {
  const { platform, client: unrecorded } = world;
  const as = await signIn(unrecorded, newPhoneNumber());
  const colleague = await signIn(unrecorded, newPhoneNumber());
  client.recordAs('owner', as);
  client.recordAs('manager', colleague);
  const body = { displayName: 'Several colleagues', kind: 'organisation', operatingModel: 'travels' };
  const made = await unrecorded.expectOneOf<{ id: string }>([201], 'POST', '/providers', { as, body });
  const userId = (await unrecorded.as(colleague).api.getAccountProfile()).id;
  await using assigning = assignerOn(platform);
  const representativeId = await assigning.assign({ providerId: made.body.id, userId, role: 'manager' });
  await platform.settled();
  await readWorkspace(unrecorded, as);
  await readWorkspace(unrecorded, colleague);
  const path = '/provider-workspace/me/responsible-person';
  const name = async (more: object = {}) => {
    const naming = { ...person, representativeId, ...more };
    return (await client.expectOneOf<Named>([200], 'PUT', path, { as, body: naming })).body.naming?.id;
  };
  const accepting = { as: colleague, body: { namingId: await name() } };
  await client.expectOneOf([200], 'GET', path, { as: colleague });
  await client.expectOneOf([200], 'POST', `${path}/acceptance`, accepting);
  const again = { givenName: canaryText('who answers now') };
  await name(again);
  await client.expectOneOf([204], 'DELETE', `${path}/naming`, { as });
  await name(again);
}

/** The same premises are entered again afterwards, as a subject of their own; the same name is declared again. */
export async function endSubjects({ ours, sessions }: World, client: RawClient, owner: Ask): Promise<void> {
  const path = `/providers/${ours.id}/claim-subjects`;
  const as = sessions.supervisor;
  const { body } = await client.expectOneOf<Subjects>([200], 'GET', path, {
    as,
  });
  const reason = { reason: canaryReason('what was given up') };
  for (const { id, about } of body.items)
    if (about !== 'person')
      await client.expectOneOf(successStatuses, 'POST', `${path}/${id}/end`, { as, body: reason });
  await owner(successStatuses, 'PUT', '/provider-workspace/me/registered-name', { name: registeredName });
}
