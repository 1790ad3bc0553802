import { inboundEventReceived } from '@trust/contracts/events/webhooks';
import { unseal } from '@trust/service-kit/seal';
import { on } from '../app.ts';
import { endInboundEvent, lockInboundEvent } from './queries.ts';
import { sourceNamed } from './sources.ts';

/** An error is retried and then parked as a dead letter of the same id (promise E4). */
export const onInboundEventReceived = on(inboundEventReceived, async ({ inboundEventId }, { trx }, app) => {
  const event = await lockInboundEvent(trx, inboundEventId);
  if (!event?.content) return;
  const body = unseal(app.webhookSecrets.contentKey, event.content, event.id);
  const at = app.now();
  const outcome = await sourceNamed(event.source).process(body, { trx, at }, app);
  await endInboundEvent(trx, event.id, outcome, at);
});
