import { inboundEventReceived } from '@trust/contracts/events/webhooks';
import { unsealWithAny } from '@trust/service-kit/sealing/seal';
import { on } from '../app.ts';
import { endInboundEvents, lockInboundEvents } from './receiving/queries.ts';
import { type Outcome, UnreadableBody } from './receiving/webhook-source.ts';
import { sourceNamed } from './sources/sources.ts';

function unreadable(error: unknown): Outcome {
  if (error instanceof UnreadableBody) return 'unreadable';
  throw error;
}

/** After an error each event is retried alone, and then parked as a dead letter of the same id (promise E4). */
export const onInboundEventReceived = on.all(inboundEventReceived, async (received, { trx }, app) => {
  const events = await lockInboundEvents(
    trx,
    received.map(({ payload }) => payload.inboundEventId),
  );
  const at = app.now();
  const outcomes = new Map<string, Outcome>();
  for (const { id, source, content } of events) {
    if (!content) continue;
    const body = unsealWithAny(app.webhookSecrets.contentKeys, content, id);
    outcomes.set(id, await sourceNamed(source).process(body, { trx, at }, app).catch(unreadable));
  }
  if (outcomes.size > 0) await endInboundEvents(trx, outcomes, at);
});
