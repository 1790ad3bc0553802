import type { NotificationTemplate } from '@trust/contracts/notifications/notification-templates';
import type { Trx } from '../app.ts';
import type { Lane } from './lanes.ts';
import { insertDelivery } from './queries.ts';

type Device = { id: string; user_id: string; push_service: string };
type Push = { id: string; at: Date; eventId: string; template: NotificationTemplate; notificationId: string };

/** The lane of a push has the name of the device's push service. */
export async function queuePush(trx: Trx, device: Device, { id, at, eventId, ...notified }: Push): Promise<void> {
  await insertDelivery(trx, {
    id,
    event_id: eventId,
    channel: 'push',
    lane: device.push_service as Lane,
    template: notified.template,
    user_id: device.user_id,
    device_id: device.id,
    notification_id: notified.notificationId,
    next_try_at: at,
    created_at: at,
  });
}
