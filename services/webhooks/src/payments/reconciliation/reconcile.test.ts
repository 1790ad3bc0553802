import { randomUUID } from 'node:crypto';
import { paymentDifferenceFound } from '@trust/contracts/events/webhooks';
import { representative } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPayment } from '../../../test/make-payment.ts';
import { startWebhooks, type Webhooks } from '../../../test/service.ts';
import type { Sandbox } from '../adapters/sandbox.ts';
import { reconcile } from './reconcile.ts';

let webhooks: Webhooks;
let sandbox: Sandbox;
beforeAll(async () => {
  webhooks = await startWebhooks();
  webhooks.clock.now = new Date();
  sandbox = webhooks.app.payments as Sandbox;
});
afterAll(() => webhooks[Symbol.asyncDispose]());

const owner = representative(randomUUID());
const start = (minorUnits: number) => startPayment(webhooks, owner, minorUnits);

const days = (from: Date, count: number) => new Date(from.getTime() + count * 86_400_000);

test('M5 a payment that the provider created a moment after the window began is no difference', async () => {
  const intended = webhooks.clock.now;
  await start(1000);
  webhooks.advanceClock(2);
  await webhooks.settle();
  expect(await reconcile(webhooks.app, days(new Date(intended.getTime() + 1000), 35))).toEqual({
    checked: 1,
    differences: 0,
  });
});

test('M5 reconciliation reports a payment that succeeded and was never booked', async () => {
  const id = await start(1000);
  const created = await sandbox.create(
    { paymentId: id, amount: { minorUnits: 1000, currency: 'EUR' } },
    AbortSignal.timeout(1000),
  );
  const ended = { state: 'succeeded', reference: created.reference, ended_at: webhooks.clock.now, next_check_at: null };
  await webhooks.db.updateTable('payment_intent').set(ended).where('id', '=', id).execute();
  expect(await reconcile(webhooks.app, days(webhooks.clock.now, 1))).toMatchObject({ differences: 1 });
  expect(await webhooks.emitted(paymentDifferenceFound)).toMatchObject([{ kind: 'amount' }]);
});

test('M5 a run reads no payment from before its window, and each run keeps its own numbers', async () => {
  await using own = await startWebhooks();
  const headers = { 'idempotency-key': randomUUID() };
  await own.post('/payments/intents', { actor: owner, body: { planKey: await own.plan(1000) }, headers });
  await own.settle();
  const [first, late] = [days(own.clock.now, 1), days(own.clock.now, 37)];
  expect(await reconcile(own.app, first)).toEqual({ checked: 1, differences: 0 });
  expect(await reconcile(own.app, late)).toEqual({ checked: 0, differences: 0 });
  const runs = own.db.selectFrom('reconciliation_run').select(['scheduled_for', 'checked']).orderBy('scheduled_for');
  expect(await runs.execute()).toEqual([
    { scheduled_for: first, checked: 1 },
    { scheduled_for: late, checked: 0 },
  ]);
});
