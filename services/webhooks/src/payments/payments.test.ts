import { randomUUID } from 'node:crypto';
import { personErased } from '@trust/contracts/events/identity';
import { inboundEventReceived, paymentDifferenceFound } from '@trust/contracts/events/webhooks';
import { openLog } from '@trust/service-kit/observability/log';
import { person, representative } from '@trust/service-testing/actors';
import { exportPersonalData } from '@trust/service-testing/personal-data';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebhooks, type Webhooks } from '../../test/service.ts';
import { signStandard } from '../inbound/signatures/standard-signature.ts';
import type { Sandbox } from './adapters/sandbox.ts';
import { PaymentState, paymentTransitions } from './intents/states.ts';
import { applyProviderPayment } from './settlement/apply-provider-payment.ts';
import { settlePayments } from './settlement/settle-payments.ts';

// One connection: a request to the provider inside a transaction would wait for a second one and fail.
let webhooks: Webhooks;
let sandbox: Sandbox;
beforeAll(async () => {
  webhooks = await startWebhooks();
  webhooks.clock.now = new Date();
  sandbox = webhooks.app.payments as Sandbox;
});
afterAll(() => webhooks[Symbol.asyncDispose]());

const providerId = randomUUID();
const owner = representative(providerId);

async function start(minorUnits: number, { actor = owner, key = randomUUID() } = {}) {
  const body = { planKey: await webhooks.plan(minorUnits) };
  return webhooks.post('/payments/intents', { actor, body, headers: { 'idempotency-key': key } });
}

const read = async (id: string, actor = owner) => (await webhooks.get(`/payments/intents/${id}`, { actor })).body;
const cancel = (id: string) => webhooks.post(`/payments/intents/${id}/cancel`, { actor: owner });
const rowOf = (id: string) =>
  webhooks.db.selectFrom('payment_intent').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const referenceOf = async (id: string) => String((await rowOf(id)).reference);

/** Does what the consumer of the bus does. */
async function workOnWebhooks() {
  const waiting = await webhooks.db.selectFrom('inbound_event').selectAll().where('outcome', 'is', null).execute();
  for (const { id, source, received_at } of waiting)
    await webhooks.deliver(inboundEventReceived, { inboundEventId: id, source, receivedAt: received_at.toISOString() });
}

async function entriesOf(paymentId: string) {
  const { rows } = await sql<{ kind: string; account: string; amount: number }>`
    select t.kind, e.account, e.amount_minor::int as amount from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
    where t.payment_id = ${paymentId} order by t.id, e.account`.execute(webhooks.db);
  return rows.map(({ kind, account, amount }) => `${kind} ${account} ${amount}`);
}

test('a payment is created once per key, succeeds, is booked and shown to its payer', async () => {
  const key = randomUUID();
  const created = await start(1000, { key });
  expect(created).toMatchObject({ status: 201, body: { state: 'created', endedAt: null, clientSecret: null } });
  const { id } = created.body;
  expect((await start(1000, { key })).body).toEqual(created.body);
  expect((await start(1001, { key })).status).toBe(409);
  const body = { planKey: await webhooks.plan(1000) };
  expect((await webhooks.post('/payments/intents', { actor: owner, body })).body.errors).toMatchObject([
    { code: 'idempotency_key_required' },
  ]);

  await webhooks.settle();
  expect(await read(id)).toMatchObject({ state: 'succeeded', amount: { minorUnits: 1000, currency: 'EUR' } });
  expect(await entriesOf(id)).toEqual(['payment payment_provider 1000', 'payment subscription_income -1000']);
  const { body: mine } = await webhooks.get('/account/payments', { actor: owner });
  expect(mine.items).toMatchObject([{ id, providerId, state: 'succeeded' }]);
  expect((await webhooks.get('/account/payments', { actor: person() })).body.items).toEqual([]);
  expect((await cancel(id)).status).toBe(400);
});

test('only the owner of the provider starts and reads its payments', async () => {
  const { body } = await start(1000);
  expect((await start(1000, { actor: representative(providerId, 'manager') })).status).toBe(403);
  const other = representative(randomUUID());
  for (const path of [`/payments/intents/${body.id}`, `/payments/intents/${randomUUID()}`])
    expect((await webhooks.get(path, { actor: other })).status).toBe(404);
});

test.each([
  [1002, { state: 'failed', failureCode: 'card_declined', clientSecret: null }, []],
  [1005, { state: 'requires_action', clientSecret: expect.stringMatching(/_secret$/) }, []],
  [1009, { state: 'processing' }, []],
  [1011, { state: 'succeeded' }, ['payment payment_provider 1011', 'payment subscription_income -1011']],
])('the sandbox ends the amount %i as its last digits say', async (minorUnits, expected, entries) => {
  const { id } = (await start(minorUnits)).body;
  await webhooks.settle();
  expect(await read(id)).toMatchObject(expected);
  expect(await entriesOf(id)).toEqual(entries);
});

test('a late success is found without a webhook, and a cancellation is left to the provider', async () => {
  const late = (await start(1009)).body.id;
  const [open, unsent] = [(await start(1005)).body.id, (await start(1005)).body.id];
  expect((await cancel(unsent)).body).toMatchObject({ state: 'created', cancelRequestedAt: expect.any(String) });
  await webhooks.settle();
  expect(await read(unsent)).toMatchObject({ state: 'cancelled' });
  expect((await rowOf(unsent)).reference).toBeNull();
  await cancel(open);
  webhooks.advanceClock(31);
  await webhooks.settle();
  expect(await read(late)).toMatchObject({ state: 'succeeded' });
  expect(await read(open)).toMatchObject({ state: 'cancelled', clientSecret: null });
});

test('W5 a webhook before the answer is not lost: the provider is asked again', async () => {
  const { id } = (await start(1105)).body;
  const { create } = sandbox;
  sandbox.create = async (...request) => {
    const created = await create(...request);
    // The customer confirms, and the webhook is worked on, before the answer arrives.
    await sandbox.confirm(created.reference);
    await workOnWebhooks();
    return created;
  };
  await webhooks.settle().finally(() => Object.assign(sandbox, { create }));
  expect(await read(id)).toMatchObject({ state: 'succeeded' });
});

test('W4 a crash between the answer of the provider and the ledger entry books the payment once', async () => {
  const actor = representative(randomUUID());
  const { id } = (await start(1000, { actor })).body;
  const { create } = sandbox;
  const answered = Promise.withResolvers<void>();
  // The process ends with the answer: nothing of it is applied.
  sandbox.create = async (...request) => {
    await create(...request);
    answered.resolve();
    return new Promise(() => {});
  };
  void settlePayments(webhooks.app, openLog('webhooks', 'silent'));
  await answered.promise;
  Object.assign(sandbox, { create });
  expect([await entriesOf(id), await read(id, actor)]).toMatchObject([[], { state: 'created' }]);
  for (let again = 0; again < 2; again++) {
    webhooks.advanceClock(31);
    await webhooks.settle();
    await workOnWebhooks();
  }
  await webhooks.settle();
  expect(await read(id, actor)).toMatchObject({ state: 'succeeded' });
  expect(await entriesOf(id)).toHaveLength(2);
});

test('W5 a webhook sets no state: whatever it says and whenever it comes, the provider is asked', async () => {
  const { id } = (await start(1005)).body;
  await webhooks.settle();
  const reference = await referenceOf(id);
  const say = async (type: string) => {
    const body = Buffer.from(JSON.stringify({ type, data: { reference, paymentId: id, state: type, amount: 1 } }));
    const timestamp = String(Math.floor(webhooks.clock.now.getTime() / 1000));
    const message = { id: `msg_${randomUUID()}`, timestamp, body };
    const headers = {
      'webhook-id': message.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signStandard(webhooks.app.webhookSecrets.of('sandbox')[0] ?? '', message),
    };
    expect((await webhooks.post('/webhooks/payments/sandbox', { rawBody: body, headers })).status).toBe(200);
    await workOnWebhooks();
    await webhooks.settle();
  };
  await say('payment.succeeded');
  expect(await read(id)).toMatchObject({ state: 'requires_action' });
  await sandbox.confirm(reference);
  await say('payment.created');
  expect(await read(id)).toMatchObject({ state: 'succeeded' });
  await say('payment.failed');
  expect(await read(id)).toMatchObject({ state: 'succeeded', failureCode: null });
});

test('W5 an answer that is older than the one applied is dropped', async () => {
  const { id } = (await start(1005)).body;
  await webhooks.settle();
  const old = await sandbox.find(await referenceOf(id), AbortSignal.timeout(1000));
  const askedAt = new Date(webhooks.clock.now);
  webhooks.advanceClock(1);
  await sandbox.confirm(await referenceOf(id));
  await workOnWebhooks();
  await webhooks.settle();
  if (old) await applyProviderPayment(webhooks.app, { id, askedAt, nextCheckAt: askedAt }, old);
  expect(await read(id)).toMatchObject({ state: 'succeeded' });
  expect(await webhooks.emitted(paymentDifferenceFound)).toEqual([]);
});

test('a provider that refuses for good fails the payment, one that fails is asked again', async () => {
  const { create } = sandbox;
  const [broken, again] = [(await start(100)).body.id, (await start(100)).body.id];
  const { PaymentRefused } = await import('../payment-provider.ts');
  sandbox.create = async ({ paymentId }) => {
    throw paymentId === broken ? new PaymentRefused('amount_too_small') : new Error('away');
  };
  await webhooks.settle().finally(() => Object.assign(sandbox, { create }));
  expect(await read(broken)).toMatchObject({ state: 'failed', failureCode: 'amount_too_small' });
  expect(await read(again)).toMatchObject({ state: 'created' });
  webhooks.advanceClock(31);
  await webhooks.settle();
  expect(await read(again)).toMatchObject({ state: 'succeeded' });
});

test('L5 a payment provider that hangs delays no message', async () => {
  const { create } = sandbox;
  const { promise: hanging, resolve: answer } = Promise.withResolvers<void>();
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
  sandbox.create = async (...request) => {
    isAsked();
    await hanging;
    return create(...request);
  };
  await start(100);
  const settled = webhooks.settle();
  await asked;
  await webhooks.requestCode({ to: '+32470555555' });
  await webhooks.send();
  expect((await webhooks.mailbox('%2B32470555555')).body.items).toHaveLength(1);
  answer();
  await settled;
  Object.assign(sandbox, { create });
});

test('the subscription is active for a month after a payment, and not after a full refund', async () => {
  const id = randomUUID();
  const actor = representative(id);
  const status = async () =>
    (await webhooks.get('/provider-workspace/me/subscription-status', { actor })).body as { status: string };
  expect(await status()).toMatchObject({ status: 'none' });
  const payment = (await start(1000, { actor })).body.id;
  await webhooks.settle();
  expect(await status()).toMatchObject({ status: 'active', readOnly: true });
  for (const [refund, expected] of [
    [400, 'active'],
    [600, 'none'],
  ] as const) {
    await sandbox.refund(await referenceOf(payment), refund);
    await workOnWebhooks();
    await webhooks.settle();
    expect(await status()).toMatchObject({ status: expected });
  }
  expect(await read(payment, actor)).toMatchObject({ state: 'succeeded', refundedMinorUnits: 1000 });
  await start(1000, { actor });
  await webhooks.settle();
  webhooks.advanceClock(32 * 86_400);
  expect(await status()).toMatchObject({ status: 'ended' });
});

test('M1 the database accepts the listed transitions only', async () => {
  for (const from of PaymentState.options)
    for (const to of PaymentState.options.filter((state) => state !== from)) {
      const { rows } = await sql`select 1 from allowed_transition
        where thing = 'payment_intent' and from_state = ${from} and to_state = ${to}`.execute(webhooks.db);
      expect([from, to, rows.length === 1]).toEqual([from, to, paymentTransitions[from].includes(to)]);
    }
  const { id } = (await start(1002)).body;
  await webhooks.settle();
  await expect(
    webhooks.db.updateTable('payment_intent').set({ state: 'processing' }).where('id', '=', id).execute(),
  ).rejects.toThrow('payment_intent cannot go from failed to processing');
});

test('P2 an erased person is in no payment, the payment stays, and an export has it before', async () => {
  const actor = representative(randomUUID());
  const { id } = (await start(1000, { actor })).body;
  const { file } = await exportPersonalData(webhooks, 'webhooks', actor.userId);
  expect(file.payments).toMatchObject([{ id, amount: { minorUnits: 1000 } }]);
  await webhooks.deliver(personErased, {
    userId: actor.userId,
    contacts: [],
    erasedAt: webhooks.clock.now.toISOString(),
  });
  expect(await rowOf(id)).toMatchObject({ user_id: null, provider_id: actor.assignments[0]?.providerId });
});
