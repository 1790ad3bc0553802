import { onCaseChanged } from './cases/on-case-changed.ts';
import { onConsentChanged } from './consents/on-consent-changed.ts';
import { onEmergencyActionChanged } from './emergency-actions/on-emergency-action-changed.ts';
import { onEvidenceAvailable } from './evidence/on-evidence-available.ts';
import { onEvidenceConfirmed } from './evidence/on-evidence-confirmed.ts';
import { onEvidenceLost } from './evidence/on-evidence-lost.ts';
import { onEvidenceRefused } from './evidence/on-evidence-refused.ts';
import { onEvidenceRejected } from './evidence/on-evidence-rejected.ts';
import { onEvidenceSnapshot } from './evidence/on-evidence-snapshot.ts';
import { onEvidenceWithdrawn } from './evidence/on-evidence-withdrawn.ts';
import { onExportRequested } from './export-and-erasure/on-export-requested.ts';
import { onPersonErased } from './export-and-erasure/on-person-erased.ts';
import { onInvitationAccepted } from './invitations/on-invitation-accepted.ts';
import { onModerationDecided } from './moderation/on-moderation-decided.ts';
import { onClaimChanged, onClaimSnapshot } from './public/on-claim-changed.ts';
import { onPublicMediaChanged } from './public-media/on-public-media-changed.ts';
import { onPublicationGateChanged } from './publication/on-publication-gate-changed.ts';
import { onPublicationHoldChanged } from './publication/on-publication-hold-changed.ts';

export const subscriptions = [
  ...onCaseChanged,
  onEvidenceConfirmed,
  onEvidenceAvailable,
  onEvidenceRejected,
  onEvidenceLost,
  onEvidenceRefused,
  onEvidenceWithdrawn,
  onEvidenceSnapshot,
  onClaimChanged,
  onClaimSnapshot,
  ...onPublicationGateChanged,
  ...onPublicationHoldChanged,
  ...onEmergencyActionChanged,
  ...onConsentChanged,
  ...onModerationDecided,
  onPersonErased,
  ...onPublicMediaChanged,
  onInvitationAccepted,
  onExportRequested,
];
