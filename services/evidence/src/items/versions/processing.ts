import type { ProcessingState } from '../../db/schema.ts';

/** Contract §4. The same rows as in table `allowed_transition`. */
export const processingTransitions: Record<ProcessingState, readonly ProcessingState[]> = {
  pending_scan: ['available', 'quarantined', 'refused', 'unscannable', 'withdrawn', 'lost'],
  unscannable: ['available', 'quarantined', 'refused', 'withdrawn', 'lost'],
  available: ['withdrawn', 'lost'],
  lost: ['redacted'],
  quarantined: ['redacted'],
  refused: ['redacted'],
  withdrawn: ['redacted'],
  redacted: [],
};
