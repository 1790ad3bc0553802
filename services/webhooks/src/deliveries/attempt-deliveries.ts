import type { Log } from '@trust/service-kit/observability/log';
import { withConsumerSpan } from '@trust/service-kit/observability/telemetry';
import type { App } from '../app.ts';
import { countAttempt } from './delivery-metrics.ts';
import type { Channel, Message, Senders } from './message-sender.ts';
import { beginAttempt, type DeliveryRow, endDelivery, isAnyDue, lockDueDeliveries } from './queries.ts';
import { finalFailure, nextAttemptAt } from './retry-schedule.ts';
import { type CodeTemplate, codeText, type Template, textOf } from './text.ts';

export type DeliveryDependencies = { app: App; senders: Senders; log: Log };

const batch = 20;
const timeoutMs = 15_000;

/** Returns the number of due deliveries. Replicas can run this concurrently. */
export async function attemptDeliveries(dependencies: DeliveryDependencies): Promise<number> {
  // Without a transaction, whose commit would wake the worker in an endless loop.
  if (!(await isAnyDue(dependencies.app.db, dependencies.app.now()))) return 0;
  const { due, ready } = await takeDue(dependencies.app);
  await Promise.all(ready.map((delivery) => attemptInTrace(dependencies, delivery)));
  return due;
}

/** Schedules the next attempt before sending, so that a crash does not lose the delivery. */
function takeDue({ db, now }: App): Promise<{ due: number; ready: DeliveryRow[] }> {
  return db.transact(async (trx) => {
    const at = now();
    const due = await lockDueDeliveries(trx, at, batch);
    const ready: DeliveryRow[] = [];
    for (const delivery of due) {
      const failure = finalFailure({ attempts: delivery.attempt_count, expiresAt: delivery.expires_at }, at);
      if (failure) {
        await endDelivery(trx, delivery.id, { state: 'failed', failure }, at);
        countAttempt(delivery.channel, failure);
      } else {
        await beginAttempt(trx, delivery.id, nextAttemptAt(delivery.attempt_count + 1, at));
        ready.push(delivery);
      }
    }
    return { due: due.length, ready };
  });
}

/** The first attempt continues the trace of its event; later ones link to it. */
function attemptInTrace(dependencies: DeliveryDependencies, delivery: DeliveryRow): Promise<void> {
  const { attempt_count, channel, traceparent } = delivery;
  const causes = traceparent === null ? [] : [{ traceparent }];
  const span = { name: `deliver ${channel}`, causes, isFirst: attempt_count === 0 };
  return withConsumerSpan(span, () => attempt(dependencies, delivery));
}

async function attempt({ app, senders, log }: DeliveryDependencies, delivery: DeliveryRow): Promise<void> {
  try {
    const message = await messageOf(app, delivery);
    const sent = await senders[message.channel].send(message, AbortSignal.timeout(timeoutMs));
    await endDelivery(app.db, delivery.id, { state: 'sent', ...sent }, app.now());
    countAttempt(delivery.channel, 'sent');
  } catch (err) {
    countAttempt(delivery.channel, 'failed');
    log.warn(
      { err, eventId: delivery.event_id, attempt: delivery.attempt_count + 1 },
      'Delivery failed; will be retried',
    );
  }
}

async function messageOf(
  { openSealed, publicUrl }: App,
  { id, channel, template, sealed, user_id }: DeliveryRow,
): Promise<Message> {
  const base = { id, channel: channel as Channel, template };
  if (sealed === null) return { ...base, to: user_id ?? '', text: textOf(template as Template, 'en') };
  const content = await openSealed(sealed);
  const { to, contact, language = 'en' } = content;
  const message = { ...base, to, ...(contact && { contact }) };
  if (!('code' in content)) return { ...message, text: textOf(content.template, language) };
  const { code, challengeId } = content;
  return {
    ...message,
    code,
    ...(challengeId && { challengeId }),
    text: codeText(base.channel, language, {
      code,
      host: new URL(publicUrl).hostname,
      template: template as CodeTemplate,
    }),
  };
}
