import { onModerationDecided } from './customers/moderation-decisions/on-moderation-decided.ts';
import { onInvitationAccepted } from './customers/own-provider/on-invitation-accepted.ts';
import { onRefusalsChanged } from './from-other-services/cases/on-refusals-changed.ts';
import { onClaimChanged, onClaimSnapshot } from './from-other-services/claims/on-claim-changed.ts';
import { onEvidenceAvailable } from './from-other-services/evidence/on-evidence-available.ts';
import { onEvidenceConfirmed } from './from-other-services/evidence/on-evidence-confirmed.ts';
import { onEvidenceLost } from './from-other-services/evidence/on-evidence-lost.ts';
import { onEvidenceRefused } from './from-other-services/evidence/on-evidence-refused.ts';
import { onEvidenceRejected } from './from-other-services/evidence/on-evidence-rejected.ts';
import { onEvidenceSnapshot } from './from-other-services/evidence/on-evidence-snapshot.ts';
import { onEvidenceWithdrawn } from './from-other-services/evidence/on-evidence-withdrawn.ts';
import { onAssignmentChanged } from './from-other-services/field-work/on-assignment-changed.ts';
import { onOperatorChanged } from './from-other-services/operators/on-operator-changed.ts';
import { onPublicMediaChanged } from './from-other-services/public-media/on-public-media-changed.ts';
import { onPublicationGateChanged } from './from-other-services/publication/on-publication-gate-changed.ts';
import { onConsentChanged } from './personal-data/on-consent-changed.ts';
import { onExportRequested } from './personal-data/on-export-requested.ts';
import { onPersonErased } from './personal-data/on-person-erased.ts';
import { onContactPointsChanged } from './registration/duplicates/on-contact-points-changed.ts';
import { onPutInQuestion } from './registration/duplicates/on-put-in-question.ts';
import { onInvitationAwaitingApproval } from './registration/representatives/on-invitation-awaiting-approval.ts';

export const subscriptions = [
  ...onPutInQuestion,
  onEvidenceConfirmed,
  onEvidenceAvailable,
  onEvidenceRejected,
  onEvidenceLost,
  onEvidenceRefused,
  onEvidenceWithdrawn,
  onEvidenceSnapshot,
  ...onRefusalsChanged,
  onClaimChanged,
  onClaimSnapshot,
  ...onAssignmentChanged,
  ...onPublicationGateChanged,
  ...onOperatorChanged,
  ...onConsentChanged,
  ...onContactPointsChanged,
  ...onModerationDecided,
  onPersonErased,
  ...onPublicMediaChanged,
  onInvitationAccepted,
  ...onInvitationAwaitingApproval,
  onExportRequested,
];
