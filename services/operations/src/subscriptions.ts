import { onAuditRecorded } from './audit/entries/on-audit-recorded.ts';

import { onFieldVisitCancelled } from './field-work/items/on-field-visit-cancelled.ts';
import { onFieldVisitRequested } from './field-work/items/on-field-visit-requested.ts';
import { onClaimChanged } from './from-other-services/claims/on-claim-changed.ts';
import { onEventFlowReported } from './from-other-services/event-flow/on-event-flow-reported.ts';
import { onEvidenceChanged } from './from-other-services/evidence/on-evidence-changed.ts';
import { onFieldPhotoChanged } from './from-other-services/evidence/on-field-photo-changed.ts';
import { onUploadIntentChanged } from './from-other-services/evidence/on-upload-intent-changed.ts';
import { onOperatorPresent } from './from-other-services/operators/on-operator-present.ts';
import { onPossibleDuplicateFound } from './from-other-services/providers/on-possible-duplicate-found.ts';
import { onProviderChanged } from './from-other-services/providers/on-provider-changed.ts';
import { onServiceChanged } from './from-other-services/providers/on-service-changed.ts';
import { onRepresentativeChanged } from './from-other-services/representatives/on-representative-changed.ts';
import { onRequirementVersionActivated } from './from-other-services/requirement-versions/on-requirement-version-activated.ts';
import { onPaymentDifferenceFound } from './interventions/incidents/on-payment-difference-found.ts';
import { onMeasureChanged } from './interventions/provider-measures/on-measure-changed.ts';
import { onPublicMediaChanged } from './moderation/media/on-public-media-changed.ts';
import { onContentRead } from './moderation/on-content-read.ts';
import { onModerationRequested } from './moderation/on-moderation-requested.ts';
import { onFreeCasesSeen } from './queue/holding/seen-free.ts';
import { onCaseChanged, onCaseSnapshot } from './queue/item-claims/on-case-changed.ts';
import { onOperatorChanged } from './queue/item-claims/on-operator-changed.ts';
import { onExportRequested } from './queue/personal-data/on-export-requested.ts';
import { onPersonErased } from './queue/personal-data/on-person-erased.ts';

export const subscriptions = [
  ...onRequirementVersionActivated,
  ...onProviderChanged,
  ...onServiceChanged,
  ...onMeasureChanged,
  ...onPossibleDuplicateFound,
  ...onCaseChanged,
  onCaseSnapshot,
  onFreeCasesSeen,
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
  ...onContentRead,
  ...onPublicMediaChanged,
  onExportRequested,
  onPersonErased,
  onPaymentDifferenceFound,
];
