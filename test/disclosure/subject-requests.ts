import { policies } from '@trust/contracts/policies';
import type { World } from '../authorization/world.ts';
import type { Method, RawClient } from '../raw-client.ts';
import { canaryReason, canaryText, canaryValues, successStatuses } from './canary-values.ts';

/** The public reads it once it is checked. */
export const registeredName = canaryText('who trades');

export type Ask = (statuses: number[], method: Method, path: string, body?: unknown) => Promise<{ body: unknown }>;
type Subjects = { items: { id: string; about: string }[] };
type Named = Subjects & { naming: { id: string } | null };
type Assignments = { items: { id: string; isOwn: boolean }[] };

/** Before any claim is granted. Everybody reads the initial of the family name only. */
export async function nameSubjects(world: World, client: RawClient, owner: Ask): Promise<void> {
  const { ours, ownerAssignmentId } = world;
  await owner(successStatuses, 'PUT', '/provider-workspace/me/registered-name', { name: registeredName });
  const person = {
    representativeId: ownerAssignmentId,
    givenName: canaryText('who answers'),
    familyName: canaryValues.familyName,
  };
  await nameManager(world, client, owner, person);
  const named = await owner(successStatuses, 'PUT', '/provider-workspace/me/responsible-person', person);
  const subjectId = (named.body as Subjects).items.find(({ about }) => about === 'person')?.id;
  await owner([400], 'PUT', '/provider-workspace/me/responsible-person', { ...person, more: 1 });
  const { version } = policies['public-name'];
  const path = '/provider-workspace/me/responsible-person/public-name';
  await owner(successStatuses, 'PUT', path, { subjectId, form: 'given_name_and_initial', version });
  await owner(successStatuses, 'GET', `/providers/${ours.id}/claim-subjects`);
}

/** Who accepts once, and whose second naming is withdrawn. */
async function nameManager({ ours, sessions }: World, client: RawClient, owner: Ask, person: object): Promise<void> {
  const as = sessions.manager;
  const path = '/provider-workspace/me/responsible-person';
  const { body } = await client.expectOneOf<Assignments>([200], 'GET', `/providers/${ours.id}/representatives`, { as });
  const manager = { ...person, representativeId: body.items.find(({ isOwn }) => isOwn)?.id };
  const waiting = (await owner(successStatuses, 'PUT', path, manager)).body as Named;
  await client.expectOneOf(successStatuses, 'GET', path, { as });
  const accepting = { as, body: { namingId: waiting.naming?.id } };
  await client.expectOneOf(successStatuses, 'POST', `${path}/acceptance`, accepting);
  await owner(successStatuses, 'PUT', path, { ...manager, givenName: canaryText('who answers now') });
  await owner(successStatuses, 'DELETE', `${path}/naming`);
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
