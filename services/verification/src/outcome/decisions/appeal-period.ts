import type { DecisionRow } from '../../case/record/decisions.ts';
import type { Case } from '../../case/record/queries.ts';
/** Working days after the decision in which it can be appealed (docs/domain/appeal.md 2). */
export const appealDays = 15;

/** Whether a representative can appeal now. `createAppeal` applies the same rule under its locks. */
export function isAppealable(
  { state }: Pick<Case, 'state'>,
  { appeal_ends_at }: Pick<DecisionRow, 'appeal_ends_at'>,
  { now, isReplaced, hasGround }: { now: Date; isReplaced: boolean; hasGround: boolean },
): boolean {
  return hasGround && state === 'decided' && !isReplaced && appeal_ends_at !== null && now < appeal_ends_at;
}
