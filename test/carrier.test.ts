import { oneTimeCodeRequested } from '@trust/contracts/events/identity';
import { openLog } from '@trust/service-kit/observability/log';
import { expect, test } from 'vitest';
import {
  areAlike,
  comparable,
  createPersonsAt,
  newMobile,
  requestCode,
  requestShuffled,
} from '../services/identity/test/code-requests.ts';
import { sealKey, startIdentity } from '../services/identity/test/service.ts';
import { startDeliveries } from '../services/webhooks/src/deliveries/delivery-worker.ts';
import type { Message } from '../services/webhooks/src/deliveries/message-sender.ts';
import { openerOf } from '../services/webhooks/src/deliveries/sealed-content.ts';
import { startWebhooks } from '../services/webhooks/test/service.ts';

/** Identity and webhooks, with whatever carries messages; `carry` brings the events over. */
async function startBoth(send: (message: Message) => Promise<void>, limits = {}) {
  await using stack = new AsyncDisposableStack();
  const identity = stack.use(await startIdentity({ connections: 4, limits }));
  const webhooks = stack.use(await startWebhooks({ connections: 4 }));
  webhooks.app.openSealed = await openerOf(sealKey.export({ format: 'jwk' }) as Record<string, string>);
  const senders = { sms: { send }, email: { send }, push: { send } };
  stack.use(startDeliveries({ app: webhooks.app, senders, log: openLog('webhooks', 'silent') }));
  let carried = 0;
  const carry = async () => {
    const events = await identity.emitted(oneTimeCodeRequested);
    for (const event of events.slice(carried)) await webhooks.deliver(oneTimeCodeRequested, event);
    carried = events.length;
  };
  const kept = stack.move();
  return { identity, webhooks, carry, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

test.each(['never answers', 'answers 500'])(
  'A2 known and unknown numbers are answered alike while the carrier of SMS %s',
  async (how) => {
    const tried = new Set<string>();
    const released = Promise.withResolvers<void>();
    await using both = await startBoth(
      async ({ to }) => {
        tried.add(to);
        if (how === 'answers 500') throw new Error('The carrier answers 500.');
        await released.promise;
      },
      { 'sms-country': 10_000, 'sms-budget': 10_000 },
    );
    const { identity, carry } = both;
    const ask = (number: string) => requestCode(identity, number);
    const several = (count: number) => Array.from({ length: count }, newMobile);

    let alike = false;
    for (let round = 1; round <= 3 && !alike; round++) {
      await requestShuffled(ask, { first: several(5) });
      await carry();
      await expect.poll(() => tried.size).toBeGreaterThan(0);
      const { known, unknown } = await requestShuffled(ask, {
        known: await createPersonsAt(identity, several(200)),
        unknown: several(200),
      });
      const answers = [...known, ...unknown].map(({ answer }) => comparable(answer));
      expect(answers[0]).toMatchObject({ status: 202 });
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      alike = areAlike(known, unknown);
    }
    // The sends that hang still do: nobody has waited for them.
    released.resolve();
    expect(alike).toBe(true);
  },
  120_000,
);

test('A6 once the budget is used up the carrier is not called again', async () => {
  const sent: string[] = [];
  await using both = await startBoth(async ({ to }) => void sent.push(to), { 'sms-budget': 5 });
  const numbers = Array.from({ length: 12 }, newMobile);
  for (const number of numbers) await requestCode(both.identity, number);
  await both.carry();
  await expect.poll(() => sent.length).toBe(5);
  await both.webhooks.send();
  expect(sent.toSorted()).toEqual(numbers.slice(0, 5).toSorted());
});
