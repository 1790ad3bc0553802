import { onEvidenceAvailable } from './case/arriving-evidence/on-evidence-available.ts';
import { onEvidenceConfirmed } from './case/arriving-evidence/on-evidence-confirmed.ts';
import { onEvidenceLost } from './case/arriving-evidence/on-evidence-lost.ts';
import { onEvidenceRejected } from './case/arriving-evidence/on-evidence-rejected.ts';
import { onEvidenceWithdrawn } from './case/arriving-evidence/on-evidence-withdrawn.ts';
import { onProviderChanged } from './case/opening-and-ending/on-provider-changed.ts';
import { onRequirementVersionActivated } from './case/opening-and-ending/on-requirement-version-activated.ts';
import { onServiceRemoved } from './case/opening-and-ending/on-service-removed.ts';
import { onServiceSelected, onServiceSnapshot } from './case/opening-and-ending/on-service-selected.ts';
import {
  onFieldSubmissionAccepted,
  onFieldWorkCancelled,
  onFieldWorkCreated,
  onFieldWorkNotCompleted,
  onFieldWorkScheduled,
} from './case/visits/on-field-work.ts';
import { onFieldWorkPlanned } from './case/visits/on-field-work-planned.ts';
import { onOperatorChanged } from './duties/on-operator-changed.ts';
import {
  onInvitationAwaitingApproval,
  onRepresentativeAssigned,
  onRepresentativeEnded,
  onRepresentativeSnapshot,
} from './duties/on-representative-changed.ts';
import { onDocumentRead, onReviewGranted } from './from-other-services/on-document-read.ts';
import { onOperatorPresent } from './from-other-services/on-operator-present.ts';
import { onStepUpHeld } from './from-other-services/on-step-up-held.ts';
import { onSubmittedElsewhere } from './from-other-services/on-submitted-elsewhere.ts';
import { onCaseClaimChanged, onFreeCasesSeen } from './holding/on-case-claim-changed.ts';
import { onClaimSubjectChanged } from './interventions/on-claim-subject-changed.ts';
import { onEmergencyActionChanged } from './interventions/on-emergency-action-changed.ts';
import { onOverrideApproved } from './interventions/on-override-approved.ts';
import { onExportRequested } from './outcome/personal-data/on-export-requested.ts';
import { onPersonErased } from './outcome/personal-data/on-person-erased.ts';

export const subscriptions = [
  ...onRequirementVersionActivated,
  ...onProviderChanged,
  ...onOperatorChanged,
  onOperatorPresent,
  onOverrideApproved,
  onRepresentativeAssigned,
  ...onInvitationAwaitingApproval,
  onRepresentativeEnded,
  onRepresentativeSnapshot,
  onServiceSelected,
  onServiceRemoved,
  onServiceSnapshot,
  onEvidenceConfirmed,
  onEvidenceAvailable,
  onEvidenceRejected,
  onEvidenceWithdrawn,
  onEvidenceLost,
  onSubmittedElsewhere,
  onReviewGranted,
  onDocumentRead,
  onCaseClaimChanged,
  onFreeCasesSeen,
  ...onStepUpHeld,
  onFieldWorkPlanned,
  onFieldWorkCreated,
  onFieldWorkScheduled,
  onFieldWorkCancelled,
  onFieldWorkNotCompleted,
  onFieldSubmissionAccepted,
  ...onEmergencyActionChanged,
  ...onClaimSubjectChanged,
  onExportRequested,
  onPersonErased,
];
