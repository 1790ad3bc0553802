import { auditedServices, notificationRequested, workNotificationRequested } from '@trust/contracts/events/any';
import { emailRequested } from '@trust/contracts/events/webhooks';
import type { NotificationTemplate } from '@trust/contracts/notifications/notification-templates';
import { isErased } from '@trust/personal-data/erased-people';
import { emit } from '@trust/service-kit/outbox/outbox';
import { type App, on, type Trx } from '../../app.ts';
import { queuePush } from '../../deliveries/queue-push.ts';
import { findRepresentatives } from '../../from-other-services/representatives/find-representatives.ts';
import { catalogue } from '../../messages/catalogue.ts';
import { findDevicesOf } from '../devices/registered-devices.ts';
import { readPreferences } from '../preferences/preferences.ts';
import { takeChange } from './inbox.ts';
import { insertNotification, isNotifiedSince } from './queries.ts';

export const onNotificationRequested = auditedServices
  .filter((service) => service !== 'webhooks')
  .map((service) =>
    on(notificationRequested[service], async (payload, { trx, event }, app) => {
      for (const userId of await recipientsOf(trx, payload)) await notify(trx, app, event.id, { ...payload, userId });
    }),
  );

export const onWorkNotificationRequested = Object.values(workNotificationRequested).map((type) =>
  on(type, async ({ userId, template, ...data }, { trx, event }, app) =>
    notify(trx, app, event.id, { userId, providerId: null, template, data }),
  ),
);

type Requested = { userId: string; providerId: string | null; template: NotificationTemplate; data: object };

/** What somebody else can repeat at will: the same person gets one push and e-mail for a provider or enquiry in each hour of the clock. */
const onceAnHour = new Set<NotificationTemplate>([
  'responsible_person_named',
  'private_base_changed',
  'premises_changed',
  'service_area_changed',
  'service_hidden',
  'service_shown',
  'enquiry_message',
]);
const hourMs = 3_600_000;

/**
 * The inbox always has it; devices and e-mail by the person's preferences. Streams are consumed in parallel: the erasure of the
 * person can arrive before this event.
 */
async function notify(trx: Trx, { newId, now }: App, eventId: string, requested: Requested): Promise<void> {
  const { userId, template } = requested;
  if (await isErased(trx, userId)) return;
  const at = now();
  const id = newId();
  const isNew = await insertNotification(trx, {
    id,
    event_id: eventId,
    user_id: userId,
    template,
    created_at: at,
    provider_id: requested.providerId,
    data: JSON.stringify(requested.data),
    change: await takeChange(trx, userId),
  });
  if (!isNew) return;
  const alreadySent = {
    userId,
    providerId: requested.providerId,
    data: requested.data,
    template,
    id,
    // Not the last 60 minutes: whoever repeats it every 50 would silence every later notice.
    since: new Date(Math.floor(at.getTime() / hourMs) * hourMs),
  };
  if (onceAnHour.has(template) && (await isNotifiedSince(trx, alreadySent))) return;
  const { groups, locale } = await readPreferences(trx, userId);
  const channels = groups[catalogue[template].group];
  if (channels.push)
    for (const device of await findDevicesOf(trx, userId))
      await queuePush(trx, device, { id: newId(), at, eventId, template, notificationId: id });
  if (channels.email) await emit(trx, emailRequested, { userId, notificationId: id, template, locale });
}

async function recipientsOf(
  trx: Trx,
  { userId, providerId }: { userId: string | null; providerId: string | null },
): Promise<Set<string>> {
  if (userId) return new Set([userId]);
  if (!providerId) return new Set();
  const all = await findRepresentatives(trx, providerId);
  // Streams are consumed in parallel: the assignment can arrive after this event.
  if (all.length === 0) throw new Error('No representative of the provider is known yet.');
  return new Set(all.filter(({ ended_at }) => ended_at === null).map(({ user_id }) => user_id));
}
