import { onMessageRequested } from './deliveries/on-message-requested.ts';
import { onOneTimeCodeRequested } from './deliveries/on-one-time-code-requested.ts';
import { onNotificationRequested } from './notifications/on-notification-requested.ts';
import { onRepresentativeAssigned } from './notifications/on-representative-assigned.ts';
import { onRepresentativeEnded } from './notifications/on-representative-ended.ts';
import { onExportRequested } from './people/on-export-requested.ts';
import { onPersonErased } from './people/on-person-erased.ts';

export const subscriptions = [
  onOneTimeCodeRequested,
  onMessageRequested,
  onRepresentativeAssigned,
  onRepresentativeEnded,
  ...onNotificationRequested,
  onPersonErased,
  onExportRequested,
];
