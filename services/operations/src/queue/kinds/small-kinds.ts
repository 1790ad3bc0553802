import { deadLetters } from './dead-letters.ts';
import { emergencyReviews } from './emergency-reviews.ts';
import { escalations } from './escalations.ts';
import { evidenceScans } from './evidence-scans.ts';
import { incidents } from './incidents.ts';
import { measureReviews } from './measure-reviews.ts';
import { moderations } from './moderations.ts';
import { overrideApprovals } from './override-approvals.ts';
import { possibleDuplicates } from './possible-duplicates.ts';

/** Kinds with few open items. Mission control counts the same rows as the queue lists. */
export const smallKinds = [
  escalations,
  incidents,
  emergencyReviews,
  measureReviews,
  moderations,
  possibleDuplicates,
  evidenceScans,
  overrideApprovals,
  deadLetters,
];
