import { onConsentChanged } from './consents/on-consent-changed.ts';
import { onExportRequested } from './export-and-erasure/on-export-requested.ts';
import { onPersonErased } from './export-and-erasure/on-person-erased.ts';
import { onInvitationAccepted } from './invitations/on-invitation-accepted.ts';
import { onClaimChanged } from './public/on-claim-changed.ts';
import { onPublicationGateChanged } from './publication/on-publication-gate-changed.ts';
import { onCaseChanged } from './workspace/on-case-changed.ts';
import { onCaseOpened } from './workspace/on-case-opened.ts';
import { onEvidenceAvailable } from './workspace/on-evidence-available.ts';
import { onEvidenceConfirmed } from './workspace/on-evidence-confirmed.ts';
import { onEvidenceLost } from './workspace/on-evidence-lost.ts';
import { onEvidenceRefused } from './workspace/on-evidence-refused.ts';
import { onEvidenceRejected } from './workspace/on-evidence-rejected.ts';
import { onEvidenceWithdrawn } from './workspace/on-evidence-withdrawn.ts';

export const subscriptions = [
  onCaseOpened,
  onCaseChanged,
  onEvidenceConfirmed,
  onEvidenceAvailable,
  onEvidenceRejected,
  onEvidenceLost,
  onEvidenceRefused,
  onEvidenceWithdrawn,
  onClaimChanged,
  onPublicationGateChanged,
  onConsentChanged,
  onPersonErased,
  onInvitationAccepted,
  onExportRequested,
];
