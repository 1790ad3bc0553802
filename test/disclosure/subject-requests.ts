import { policies } from '@trust/contracts/policies';
import type { World } from '../authorization/world.ts';
import type { Method, RawClient } from '../raw-client.ts';
import { canaryReason, canaryText, canaryValues, successStatuses } from './canary-values.ts';

/** The public reads it once it is checked. */
export const registeredName = canaryText('who trades');

export type Ask = (statuses: number[], method: Method, path: string, body?: unknown) => Promise<{ body: unknown }>;
type Subjects = { items: { id: string; about: string }[] };

/** Before any claim is granted. Everybody reads the initial of the family name only. */
export async function nameSubjects({ ours, ownerAssignmentId }: World, owner: Ask): Promise<void> {
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
