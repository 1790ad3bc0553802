import type { DecisionRow } from '../../case/record/decisions.ts';
import type { Case } from '../../case/record/queries.ts';

/** Working days after the decision in which it can be appealed (docs/domain/appeal.md 2). */
export const appealDays = 15;

/** Whether its period is open. An appeal also needs something to appeal (docs/domain/appeal.md 5). */
export function isAppealable(
  { state }: Pick<Case, 'state'>,
  { appeal_ends_at }: Pick<DecisionRow, 'appeal_ends_at'>,
  { now, isReplaced }: { now: Date; isReplaced: boolean },
): boolean {
  return state === 'decided' && !isReplaced && appeal_ends_at !== null && now < appeal_ends_at;
}
