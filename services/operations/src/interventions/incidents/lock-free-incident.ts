import type { Actor } from '@trust/contracts/actor';
import type { Trx } from '../../app.ts';
import { ownProviders } from '../../own-providers.ts';
import { markStarted } from '../operations-records/queries.ts';
import { assertFree } from '../operations-records/states.ts';
import { lockIncident } from './queries.ts';

export async function lockFreeIncident(trx: Trx, { actor, id, at }: { actor: Actor; id: string; at: Date }) {
  assertFree(await lockIncident(trx, id, ownProviders(actor)));
  return {
    permission: 'operations.incidents.manage' as const,
    assign: (assigneeId: string) => markStarted(trx, 'incident', { id, by: assigneeId, at }),
  };
}
