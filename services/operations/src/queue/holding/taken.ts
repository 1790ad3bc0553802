import type { Actor } from '@trust/contracts/actor';
import { formerOperator } from '@trust/contracts/values/work-name';
import { notFound, Problem } from '@trust/service-kit/problems/problem';
import type { Db } from '../../app.ts';
import { ownProviders } from '../../own-providers.ts';
import { findLoss, findWorkName } from './queries.ts';

/**
 * Instead of `notFound()` for a case: who held it in the last day is told who has it, and who saw it free in the last
 * minute that it is taken. All others get the 404 of a case that there is not (promise T9).
 */
export async function takenOrNotFound(
  db: Db,
  { caseId, actor, now }: { caseId: string; actor: Actor; now: Date },
): Promise<Problem> {
  const loss = await findLoss(db, { caseId, userId: actor.userId, ownProviders: ownProviders(actor), now });
  if (!loss) return notFound();
  const { reason, at } = loss;
  if (reason && at)
    return new Problem('taken', undefined, {
      taken: {
        holder: loss.is_held ? (loss.work_name ?? formerOperator) : null,
        reasonCode: reason,
        takenAt: at.toISOString(),
      },
    });
  return loss.has_seen_free ? new Problem('taken') : notFound();
}

type Claimed = { claimed_by: string | null; claimed_at: Date | null; claimed_until: Date | null };

/** An item that the caller sees, and that another operator has claimed. */
export async function claimedByOther(db: Db, { claimed_by, claimed_at, claimed_until }: Claimed): Promise<Problem> {
  if (!claimed_by || !claimed_at || !claimed_until) return new Problem('taken');
  return new Problem('taken', undefined, {
    taken: {
      holder: (await findWorkName(db, claimed_by)) ?? formerOperator,
      reasonCode: 'claimed',
      takenAt: claimed_at.toISOString(),
      endsAt: claimed_until.toISOString(),
    },
  });
}
