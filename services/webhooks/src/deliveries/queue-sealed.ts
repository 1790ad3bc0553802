import type { App, SealedContent, Trx } from '../app.ts';
import type { Template } from '../messages/text.ts';
import { insertDelivery } from './queries.ts';

/** Throws if the content cannot be opened: the event becomes a dead letter. */
export async function queueSealed(
  trx: Trx,
  { newId, now, openSealed }: App,
  eventId: string,
  sealed: string,
): Promise<void> {
  const content = await openSealed(sealed);
  const at = now();
  await insertDelivery(trx, {
    id: newId(),
    event_id: eventId,
    channel: content.channel,
    lane: 'code' in content ? `${content.channel}_code` : content.channel,
    notification_id: ('notificationId' in content && content.notificationId) || null,
    template: templateOf(content),
    sealed,
    expires_at: content.expiresAt,
    next_try_at: at,
    created_at: at,
  });
}

function templateOf(content: SealedContent): Template {
  if (!('code' in content)) return content.template;
  return content.purpose === 'contact_point' ? 'contact_point_code' : 'one_time_code';
}
