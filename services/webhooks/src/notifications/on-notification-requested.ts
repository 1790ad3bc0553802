import { auditedServices, notificationRequested } from '@trust/contracts/events/any';
import { on, type Trx } from '../app.ts';
import { insertDelivery } from '../deliveries/queries.ts';
import { takeChange } from './inbox.ts';
import { findRepresentatives, insertNotification } from './queries.ts';

export const onNotificationRequested = auditedServices
  .filter((service) => service !== 'webhooks')
  .map((service) =>
    on(notificationRequested[service], async (payload, { trx, event }, { newId, now }) => {
      const at = now();
      const { template } = payload;
      for (const userId of await recipientsOf(trx, payload)) {
        await insertNotification(trx, {
          id: newId(),
          event_id: event.id,
          user_id: userId,
          provider_id: payload.providerId,
          template,
          data: JSON.stringify(payload.data),
          created_at: at,
          change: await takeChange(trx, userId),
        });
        await insertDelivery(trx, {
          id: newId(),
          event_id: event.id,
          channel: 'push',
          template,
          user_id: userId,
          next_try_at: at,
          created_at: at,
        });
      }
    }),
  );

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
