import { onAuditRecorded } from './audit/on-audit-recorded.ts';
import { onExportRequested } from './export-and-erasure/on-export-requested.ts';
import { onFieldVisitCancelled } from './field-work/on-field-visit-cancelled.ts';
import { onFieldVisitRequested } from './field-work/on-field-visit-requested.ts';
import { onOperatorChanged } from './operators/on-operator-changed.ts';
import { onRepresentativeChanged } from './representatives/on-representative-changed.ts';
import { onCaseChanged, onCaseSnapshot } from './triage/on-case-changed.ts';
import { onPossibleDuplicateFound } from './triage/on-possible-duplicate-found.ts';
import { onProviderChanged } from './triage/on-provider-changed.ts';
import { onRequirementVersionActivated } from './triage/on-requirement-version-activated.ts';

export const subscriptions = [
  ...onRequirementVersionActivated,
  ...onProviderChanged,
  ...onPossibleDuplicateFound,
  ...onCaseChanged,
  onCaseSnapshot,
  ...onOperatorChanged,
  ...onRepresentativeChanged,
  onFieldVisitRequested,
  onFieldVisitCancelled,
  ...onAuditRecorded,
  onExportRequested,
];
