import { onRepresentativeAssigned } from './assignments/on-representative-assigned.ts';
import { onRepresentativeEnded } from './assignments/on-representative-ended.ts';
import { onRepresentativeSnapshot } from './assignments/on-representative-snapshot.ts';
import { onConsentGiven } from './consents/on-consent-given.ts';
import { onEmailRequested } from './contact-points/on-email-requested.ts';
import { onExportPartSealed } from './data-exports/on-export-part-sealed.ts';
import { onEmergencyActionChanged } from './emergency-actions/on-emergency-action-changed.ts';
import { onInvitationEnded } from './invitations/on-invitation-ended.ts';
import { onRepresentativeInvited } from './invitations/on-representative-invited.ts';
import { onCaseChanged } from './operators/on-case-changed.ts';

export const subscriptions = [
  onRepresentativeAssigned,
  onRepresentativeEnded,
  onRepresentativeSnapshot,
  onRepresentativeInvited,
  onInvitationEnded,
  ...onConsentGiven,
  onEmailRequested,
  ...onExportPartSealed,
  ...onCaseChanged,
  ...onEmergencyActionChanged,
];
