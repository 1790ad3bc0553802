import type { Actor } from '@trust/contracts/actor';
import { notFound } from '@trust/service-kit/problems/problem';
import type { Trx } from '../../app.ts';
import { markStarted } from '../operations-records/queries.ts';
import { assertFree } from '../operations-records/states.ts';
import { lockEscalation } from './queries.ts';
import { scopeOf } from './scope.ts';

/** Throws for actors who do not assign cases. The opener does not get the escalation automatically. */
export async function lockFreeEscalation(trx: Trx, { actor, id, at }: { actor: Actor; id: string; at: Date }) {
  const scope = scopeOf(actor);
  if (!scope.everything) throw notFound();
  const found = await lockEscalation(trx, id, scope);
  assertFree(found);
  return {
    permission: 'verification.cases.assign' as const,
    except: found.opened_by,
    assign: (assigneeId: string) => markStarted(trx, 'escalation', { id, by: assigneeId, at }),
  };
}
