import { oneTimeCodeRequested } from '@trust/contracts/events/identity';
import { openLog } from '@trust/service-kit/observability/log';
import { sealKey, startIdentity } from '../services/identity/test/service.ts';
import { openerOf } from '../services/webhooks/src/deliveries/sealed-content.ts';
import type { Message } from '../services/webhooks/src/sending/senders/message-sender.ts';
import { startDeliveries } from '../services/webhooks/src/sending/worker/delivery-worker.ts';
import { startWebhooks } from '../services/webhooks/test/service.ts';

export async function startWithCarrier(send: (message: Message) => Promise<void>, limits = {}) {
  await using stack = new AsyncDisposableStack();
  const identity = stack.use(await startIdentity({ connections: 4, limits }));
  const webhooks = stack.use(await startWebhooks({ connections: 4 }));
  webhooks.app.openSealed = await openerOf(sealKey.export({ format: 'jwk' }) as Record<string, string>);
  const sender = { send: (message: Message) => send(message).then(() => ({})) };
  const senders = { sms: sender, email: sender, fcm: sender, apns: sender };
  stack.use(startDeliveries({ app: webhooks.app, senders, log: openLog('webhooks', 'silent') }));
  let forwarded = 0;
  const forwardEvents = async () => {
    const events = await identity.emitted(oneTimeCodeRequested);
    for (const event of events.slice(forwarded)) await webhooks.deliver(oneTimeCodeRequested, event);
    forwarded = events.length;
  };
  const owned = stack.move();
  return { identity, webhooks, forwardEvents, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** `attempted` has the numbers that the carrier was called for. */
export function brokenCarrier(failure: 'never responds' | 'responds with 500') {
  const attempted = new Set<string>();
  const released = Promise.withResolvers<void>();
  const send = async ({ to }: Message) => {
    attempted.add(to);
    if (failure === 'responds with 500') throw new Error('The carrier responds with 500.');
    await released.promise;
  };
  return { send, attempted, release: released.resolve };
}
