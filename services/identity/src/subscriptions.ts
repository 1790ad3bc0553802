import { onRepresentativeAssigned } from './assignments/on-representative-assigned.ts';
import { onRepresentativeEnded } from './assignments/on-representative-ended.ts';
import { onRepresentativeSnapshot } from './assignments/on-representative-snapshot.ts';
import { onPremisesConsentGiven } from './consents/on-premises-consent-given.ts';
import { onExportPartSealed } from './data-exports/on-export-part-sealed.ts';
import { onEmergencyActionChanged } from './emergency-actions/on-emergency-action-changed.ts';
import { onInvitationEnded } from './invitations/on-invitation-ended.ts';
import { onRepresentativeInvited } from './invitations/on-representative-invited.ts';

export const subscriptions = [
  onRepresentativeAssigned,
  onRepresentativeEnded,
  onRepresentativeSnapshot,
  onRepresentativeInvited,
  onInvitationEnded,
  onPremisesConsentGiven,
  ...onExportPartSealed,
  ...onEmergencyActionChanged,
];
