import { onAuditRecorded } from './audit/on-audit-recorded.ts';
import { onExportRequested } from './export-and-erasure/on-export-requested.ts';
import { onCaseChanged, onCaseOpened } from './triage/on-case-changed.ts';
import { onPossibleDuplicateFound } from './triage/on-possible-duplicate-found.ts';
import { onProviderChanged } from './triage/on-provider-changed.ts';
import { onRequirementVersionActivated } from './triage/on-requirement-version-activated.ts';

export const subscriptions = [
  onRequirementVersionActivated,
  onProviderChanged,
  onPossibleDuplicateFound,
  onCaseOpened,
  onCaseChanged,
  ...onAuditRecorded,
  onExportRequested,
];
