import { onClaimSubjectEnded } from './from-other-services/claim-subjects/on-claim-subject-ended.ts';
import { onClaimChanged } from './from-other-services/claims/on-claim-changed.ts';
import { onConsentChanged } from './from-other-services/consents/on-consent-changed.ts';
import { onEmergencyActionChanged } from './from-other-services/emergency-actions/on-emergency-action-changed.ts';
import { onAssignmentChanged } from './from-other-services/field-work/on-assignment-changed.ts';
import { onLegalHoldChanged, onLegalHoldSnapshot } from './from-other-services/legal-holds/on-legal-hold-changed.ts';
import { onProviderChanged } from './from-other-services/providers/on-provider-changed.ts';
import { onRequirementVersionActivated } from './from-other-services/requirements/on-requirement-version-activated.ts';
import { onServiceRemoved } from './from-other-services/selections/on-service-removed.ts';
import { onServiceSelected } from './from-other-services/selections/on-service-selected.ts';
import { onServiceSnapshot } from './from-other-services/selections/on-service-snapshot.ts';
import { onEvidenceRefused } from './items/versions/on-evidence-refused.ts';
import { onMediaDecided } from './public-media/moderation/on-media-decided.ts';
import { onRepresentativeEnded } from './public-media/on-representative-ended.ts';
import { onClaimSubjectErased } from './retention/export-and-erasure/on-claim-subject-erased.ts';
import { onExportRequested } from './retention/export-and-erasure/on-export-requested.ts';
import { onPersonErased } from './retention/export-and-erasure/on-person-erased.ts';
import { onProviderErased } from './retention/export-and-erasure/on-provider-erased.ts';
import { onCaseChanged } from './review/on-case-changed.ts';

import { onObjectsArrived } from './upload/sending/on-objects-arrived.ts';

export const subscriptions = [
  ...onRequirementVersionActivated,
  onServiceSelected,
  onServiceRemoved,
  onServiceSnapshot,
  ...onCaseChanged,
  ...onClaimChanged,
  onEvidenceRefused,
  ...onConsentChanged,
  onPersonErased,
  onExportRequested,
  onProviderErased,
  ...onClaimSubjectEnded,
  ...onClaimSubjectErased,
  onLegalHoldChanged,
  onLegalHoldSnapshot,
  onObjectsArrived,
  ...onAssignmentChanged,
  ...onProviderChanged,
  ...onEmergencyActionChanged,
  ...onMediaDecided,
  onRepresentativeEnded,
];
