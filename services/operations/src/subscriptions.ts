import { onAuditRecorded } from './audit/on-audit-recorded.ts';
import { onClaimChanged } from './claims/on-claim-changed.ts';
import { onModerationRequested } from './disputes/on-moderation-requested.ts';
import { onEventFlowReported } from './event-flow/on-event-flow-reported.ts';
import { onExportRequested } from './export-and-erasure/on-export-requested.ts';
import { onFieldPhotoChanged } from './field-submissions/on-field-photo-changed.ts';
import { onFieldVisitCancelled } from './field-work/on-field-visit-cancelled.ts';
import { onFieldVisitRequested } from './field-work/on-field-visit-requested.ts';
import { onPaymentDifferenceFound } from './incidents/on-payment-difference-found.ts';
import { onPublicMediaChanged } from './media-moderation/on-public-media-changed.ts';
import { onOperatorChanged } from './operators/on-operator-changed.ts';
import { onOperatorPresent } from './operators/on-operator-present.ts';
import { onPossibleDuplicateFound } from './possible-duplicates/on-possible-duplicate-found.ts';
import { onProviderChanged } from './providers/on-provider-changed.ts';
import { onServiceChanged } from './providers/on-service-changed.ts';
import { onRepresentativeChanged } from './representatives/on-representative-changed.ts';
import { onCaseChanged, onCaseSnapshot } from './triage/on-case-changed.ts';
import { onRequirementVersionActivated } from './triage/on-requirement-version-activated.ts';
import { onEvidenceChanged } from './uploads/on-evidence-changed.ts';
import { onUploadIntentChanged } from './uploads/on-upload-intent-changed.ts';

export const subscriptions = [
  ...onRequirementVersionActivated,
  ...onProviderChanged,
  ...onServiceChanged,
  ...onPossibleDuplicateFound,
  ...onCaseChanged,
  onCaseSnapshot,
  ...onClaimChanged,
  ...onEvidenceChanged,
  ...onUploadIntentChanged,
  ...onOperatorChanged,
  onOperatorPresent,
  ...onRepresentativeChanged,
  ...onFieldVisitRequested,
  onFieldVisitCancelled,
  ...onFieldPhotoChanged,
  ...onAuditRecorded,
  ...onEventFlowReported,
  ...onModerationRequested,
  ...onPublicMediaChanged,
  onExportRequested,
  onPaymentDifferenceFound,
];
