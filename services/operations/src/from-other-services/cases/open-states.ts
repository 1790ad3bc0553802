import { CaseState } from '@trust/contracts/events/verification';
import { someOf } from '@trust/contracts/values/value-list';

/** Of cases that are not decided. */
export const undecidedStates = ['awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction'] as const;

/** Of cases that have not ended. */
export const openCaseStates = [...undecidedStates, 'under_appeal'] as const;
export const OpenCaseState = someOf(CaseState, openCaseStates);
