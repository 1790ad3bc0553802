import { onMessageRequested } from './deliveries/on-message-requested.ts';
import { onOneTimeCodeRequested } from './deliveries/on-one-time-code-requested.ts';
import { onExportRequested } from './export-and-erasure/on-export-requested.ts';
import { onPersonErased } from './export-and-erasure/on-person-erased.ts';
import { onRepresentativeAssigned } from './from-other-services/representatives/on-representative-assigned.ts';
import { onRepresentativeEnded } from './from-other-services/representatives/on-representative-ended.ts';
import { onRepresentativeSnapshot } from './from-other-services/representatives/on-representative-snapshot.ts';
import { onInboundEventReceived } from './inbound/on-inbound-event-received.ts';
import { onSessionRevoked } from './notifications/devices/on-session-revoked.ts';
import {
  onNotificationRequested,
  onWorkNotificationRequested,
} from './notifications/inbox/on-notification-requested.ts';

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
