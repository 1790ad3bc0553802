import type { Actor } from '@trust/contracts/actor';
import { formerOperator } from '@trust/contracts/values/work-name';
import { notFound, Problem } from '@trust/service-kit/problems/problem';
import type { Db, Trx } from '../app.ts';
import { findClaimOfOther, findLoss } from './queries.ts';

type Asked = { caseId: string; actor: Actor; now: Date };

/**
 * Instead of `notFound()` where somebody else may have the work: who held it in the last day is told who has it, and
 * who saw it free in the last minute that it is taken. All others get the 404 of a case that there is not (promise T9).
 */
export async function takenOrNotFound(db: Db, { caseId, actor, now }: Asked): Promise<Problem> {
  const ownProviders = actor.assignments.map(({ providerId }) => providerId);
  const loss = await findLoss(db, { caseId, userId: actor.userId, ownProviders, now });
  // Whoever lost the last role is a stranger.
  if (!loss || actor.permissions.length === 0) return notFound();
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

/** A claim in the queue reserves the duty for who holds it. */
export async function assertNotClaimed(trx: Trx, { caseId, actor, now }: Asked): Promise<void> {
  const claim = await findClaimOfOther(trx, { caseId, userId: actor.userId, now });
  if (!claim) return;
  throw new Problem('taken', undefined, {
    taken: {
      holder: claim.work_name ?? formerOperator,
      reasonCode: 'claimed',
      takenAt: claim.claimed_at.toISOString(),
      endsAt: claim.ends_at.toISOString(),
    },
  });
}
