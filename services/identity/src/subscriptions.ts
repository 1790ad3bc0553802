import { onConsentGiven } from './account/consents/on-consent-given.ts';
import { onExportPartSealed } from './export-and-erasure/exports/on-export-part-sealed.ts';
import { onCaseChanged } from './from-other-services/duties-of-cases/on-case-changed.ts';
import { onInvitationEnded } from './from-other-services/invitations/on-invitation-ended.ts';
import { onRepresentativeInvited } from './from-other-services/invitations/on-representative-invited.ts';
import { onRepresentativeAssigned } from './from-other-services/representatives/on-representative-assigned.ts';
import { onRepresentativeEnded } from './from-other-services/representatives/on-representative-ended.ts';
import { onRepresentativeSnapshot } from './from-other-services/representatives/on-representative-snapshot.ts';
import { onEmailRequested } from './messages/on-email-requested.ts';
import { onEmergencyActionChanged } from './sessions/on-emergency-action-changed.ts';

/** The answers to the gateway say who represents whom, and which sessions ended. */
export const awaited = [
  onRepresentativeAssigned,
  onRepresentativeEnded,
  onRepresentativeSnapshot,
  ...onEmergencyActionChanged,
];

export const subscriptions = [
  ...awaited,
  onRepresentativeInvited,
  onInvitationEnded,
  ...onConsentGiven,
  onEmailRequested,
  ...onExportPartSealed,
  ...onCaseChanged,
];
