import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebhooks, type Webhooks } from '../../../test/service.ts';
import { sandboxPaymentProvider } from './sandbox.ts';

let webhooks: Webhooks;
beforeAll(async () => {
  webhooks = await startWebhooks();
});
afterAll(() => webhooks[Symbol.asyncDispose]());

const signal = () => AbortSignal.timeout(10_000);

/** Records answers and webhooks in their order; `timers` has what the sandbox does later. */
function openSandbox() {
  const order: string[] = [];
  const timers: [number, () => void][] = [];
  const notify = async () => {
    await setImmediate();
    order.push('webhook');
  };
  const sandbox = sandboxPaymentProvider(webhooks.app, notify, (ms, work) => void timers.push([ms, work]));
  return { order, timers, sandbox };
}

async function create(minorUnits: number) {
  const opened = openSandbox();
  const created = await opened.sandbox.create(
    { paymentId: randomUUID(), amount: { minorUnits, currency: 'EUR' } },
    signal(),
  );
  opened.order.push('answer');
  await setImmediate();
  return { ...opened, created };
}

test.each([
  [1000, ['answer', 'webhook']],
  [1011, ['webhook', 'answer']],
])('W5 for the amount %i the order is %j', async (minorUnits, expected) => {
  expect((await create(minorUnits)).order).toEqual(expected);
});

test('the amount 1009 succeeds after ten seconds, and sends a webhook then', async () => {
  const { created, order, timers, sandbox } = await create(1009);
  expect([created.state, order]).toEqual(['processing', ['answer', 'webhook']]);
  webhooks.advanceClock(10);
  for (const [ms, work] of timers) {
    expect(ms).toBe(10_000);
    work();
  }
  await setImmediate();
  expect(order).toEqual(['answer', 'webhook', 'webhook']);
  expect(await sandbox.find(created.reference, signal())).toMatchObject({ state: 'succeeded' });
});

test('refunds at most what was paid, in parts', async () => {
  const { created, sandbox } = await create(1000);
  for (const [minorUnits, left] of [
    [1001, 1000],
    [0, 1000],
  ] as const)
    await expect(sandbox.refund(created.reference, minorUnits)).rejects.toThrow(`1 to ${left} of this payment`);
  await sandbox.refund(created.reference, 400);
  await expect(sandbox.refund(created.reference, 601)).rejects.toThrow('1 to 600 of this payment');
  await sandbox.refund(created.reference, 600);
  expect((await sandbox.find(created.reference, signal()))?.refunds.map((one) => one.minorUnits)).toEqual([400, 600]);
});

test.each([
  [1005, 'cancelled'],
  [1009, 'cancelled'],
  [1000, 'succeeded'],
  [1002, 'failed'],
])('a cancellation of the amount %i leaves it %s', async (minorUnits, state) => {
  const { created, sandbox } = await create(minorUnits);
  expect(await sandbox.cancel(created.reference, signal())).toMatchObject({ state });
  expect(await sandbox.find(created.reference, signal())).toMatchObject({ state });
});
