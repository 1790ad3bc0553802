import { onSessionRevoked } from './devices/on-session-revoked.ts';
import { onExportRequested } from './export-and-erasure/on-export-requested.ts';
import { onPersonErased } from './export-and-erasure/on-person-erased.ts';
import { onInboundEventReceived } from './inbound/on-inbound-event-received.ts';
import { onMessageRequested } from './messages/on-message-requested.ts';
import { onOneTimeCodeRequested } from './messages/on-one-time-code-requested.ts';
import { onNotificationRequested, onWorkNotificationRequested } from './notifications/on-notification-requested.ts';
import { onRepresentativeAssigned } from './notifications/on-representative-assigned.ts';
import { onRepresentativeEnded } from './notifications/on-representative-ended.ts';
import { onRepresentativeSnapshot } from './notifications/on-representative-snapshot.ts';

export const subscriptions = [
  onOneTimeCodeRequested,
  onMessageRequested,
  onRepresentativeAssigned,
  onRepresentativeEnded,
  onRepresentativeSnapshot,
  ...onNotificationRequested,
  ...onWorkNotificationRequested,
  onSessionRevoked,
  onPersonErased,
  onExportRequested,
  onInboundEventReceived,
];
