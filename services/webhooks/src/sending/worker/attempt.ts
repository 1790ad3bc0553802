import { withConsumerSpan } from '@trust/service-kit/observability/telemetry';
import { recordAttempt } from '../../deliveries/attempts.ts';
import { countAttempt } from '../../deliveries/delivery-metrics.ts';
import { endSent } from '../../deliveries/delivery-reports.ts';
import { type DeliveryRow, endDelivery, postponeDelivery } from '../../deliveries/due-deliveries.ts';
import { carrierOf, type Lane } from '../../deliveries/lanes.ts';
import { deleteDeadToken } from '../../notifications/devices/registered-devices.ts';
import { failureCode } from '../senders/message-sender.ts';
import type { Breaker } from './breaker.ts';
import { messageOf } from './message-of.ts';
import type { DeliveryDependencies } from './take-due.ts';

const timeoutMs = 15_000;

/** The first attempt continues the trace of its event; later ones link to it. */
export function attempt(dependencies: DeliveryDependencies, delivery: DeliveryRow, breaker: Breaker): Promise<void> {
  const { attempt_count, channel, traceparent } = delivery;
  const causes = traceparent === null ? [] : [{ traceparent }];
  const span = { name: `deliver ${channel}`, causes, isFirst: attempt_count === 0 };
  return withConsumerSpan(span, () => deliver(dependencies, delivery, breaker));
}

async function deliver({ app, senders, log }: DeliveryDependencies, delivery: DeliveryRow, breaker: Breaker) {
  const { db, now } = app;
  const { id, channel, event_id: eventId } = delivery;
  const startedAt = now();
  const number = delivery.attempt_count + 1;
  const record = (outcome: 'sent' | 'failed' | 'refused', reason?: string) => ({
    delivery_id: id,
    event_id: eventId,
    attempt: number,
    started_at: startedAt,
    ended_at: now(),
    outcome,
    reason: reason ?? null,
  });
  let isWithCarrier = false;
  try {
    const found = await messageOf(app, delivery);
    if ('postponedUntil' in found) return await postponeDelivery(db, delivery, found.postponedUntil);
    isWithCarrier = !('refused' in found);
    const sent =
      'refused' in found
        ? found
        : await senders[carrierOf(delivery.lane as Lane)].send(found.message, AbortSignal.timeout(timeoutMs));
    if (!('refused' in sent)) {
      breaker.succeeded();
      await endSent(db, delivery, sent, now(), record('sent'));
      return countAttempt(channel, 'sent');
    }
    // The carrier works: it refuses this message.
    if (!('refused' in found)) breaker.succeeded();
    if ('device' in found && found.device && 'isTokenDead' in sent) await deleteDeadToken(db, found.device);
    await endDelivery(db, delivery, { state: 'failed', failure: 'refused' }, now(), record('refused', sent.refused));
    countAttempt(channel, 'refused');
  } catch (error) {
    // A message that cannot be built is no failure of the carrier (promise L5).
    if (isWithCarrier) breaker.failed();
    const reason = failureCode(error);
    countAttempt(channel, 'failed');
    log.warn({ reason, eventId, deliveryId: id, attempt: number }, 'Delivery failed; will be retried');
    await recordAttempt(db, record('failed', reason)).catch((err) => log.warn({ err }, 'Attempt could not be stored'));
  }
}
