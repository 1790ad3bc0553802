import type { World } from '../authorization/world.ts';
import type { RawClient } from '../raw-client.ts';
import { canaryReason, successStatuses } from './canary-values.ts';

export async function reviewMeasure({ sessions, ours, platform }: World, client: RawClient): Promise<void> {
  const as = sessions.supervisor;
  const post = (path: string, body: object, by = as) =>
    client.expectOneOf(successStatuses, 'POST', path, { as: by, body });
  const path = `/providers/${ours.id}/transitions`;
  await post(path, { transition: 'suspend', reason: canaryReason('a suspension') });
  const newest = 'select id from provider_transition where provider_id = $1 order by at desc limit 1';
  const [measure] = await platform.rows<{ id: string }>('provider', newest, [ours.id]);
  const review = { outcome: 'justified', reason: canaryReason('a suspension that was right') };
  await post(`/provider-measures/${measure?.id}/review`, review, sessions.security);
  const read = { as: sessions.security };
  await client.expectOneOf(successStatuses, 'GET', `/provider-measures/${measure?.id}`, read);
  await post(path, { transition: 'reinstate', reason: canaryReason('the end of a suspension') });
  await removeService(sessions, ours.id, client);
  await platform.settled();
}

/** Whoever removed it is told when somebody else selects it again. */
async function removeService(sessions: World['sessions'], id: string, client: RawClient): Promise<void> {
  const path = `/providers/${id}/categories/roofer`;
  const select = (by: World['sessions']['owner']) =>
    client.expectOneOf(successStatuses, 'PUT', path, { as: by, body: { reason: canaryReason('a selected service') } });
  await select(sessions.supervisor);
  const reason = new URLSearchParams({ reason: canaryReason('a removed service') });
  await client.expectOneOf(successStatuses, 'DELETE', `${path}?${reason}`, { as: sessions.supervisor });
  await select(sessions.security);
}
