import { onEmergencyActionChanged } from './emergency-actions/on-emergency-action-changed.ts';
import { onEvidenceAvailable } from './evidence/on-evidence-available.ts';
import { onEvidenceConfirmed } from './evidence/on-evidence-confirmed.ts';
import { onEvidenceLost } from './evidence/on-evidence-lost.ts';
import { onEvidenceRejected } from './evidence/on-evidence-rejected.ts';
import { onEvidenceWithdrawn } from './evidence/on-evidence-withdrawn.ts';
import {
  onFieldSubmissionAccepted,
  onFieldWorkCancelled,
  onFieldWorkCreated,
  onFieldWorkNotCompleted,
  onFieldWorkScheduled,
} from './field-visits/on-field-work.ts';
import { onOperatorChanged } from './operators/on-operator-changed.ts';
import { onOperatorPresent } from './operators/on-operator-present.ts';
import { onOverrideApproved } from './overrides/on-override-approved.ts';
import { onProviderChanged } from './providers/on-provider-changed.ts';
import { onRepresentativeAssigned, onRepresentativeSnapshot } from './providers/on-representative-assigned.ts';
import { onRepresentativeEnded } from './providers/on-representative-ended.ts';
import { onRequirementVersionActivated } from './requirements/on-requirement-version-activated.ts';
import { onServiceRemoved } from './selections/on-service-removed.ts';
import { onServiceSelected, onServiceSnapshot } from './selections/on-service-selected.ts';

export const subscriptions = [
  ...onRequirementVersionActivated,
  ...onProviderChanged,
  ...onOperatorChanged,
  onOperatorPresent,
  onOverrideApproved,
  onRepresentativeAssigned,
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
  onFieldWorkCreated,
  onFieldWorkScheduled,
  onFieldWorkCancelled,
  onFieldWorkNotCompleted,
  onFieldSubmissionAccepted,
  ...onEmergencyActionChanged,
];
