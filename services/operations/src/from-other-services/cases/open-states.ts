import { CaseState } from '@trust/contracts/events/verification';
import { someOf } from '@trust/contracts/values/value-list';

export const undecidedStates = ['awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction'] as const;

export const openCaseStates = [...undecidedStates, 'under_appeal'] as const;
export const OpenCaseState = someOf(CaseState, openCaseStates);
