import { randomUUID } from 'node:crypto';
import { inboundEventReceived, paymentDifferenceFound } from '@trust/contracts/events/webhooks';
import { representative } from '@trust/service-testing/actors';
import { expectImmutable } from '@trust/service-testing/immutable';
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startWebhooks, type Webhooks } from '../../test/service.ts';
import type { Sandbox } from './adapters/sandbox.ts';
import { requestCheck } from './intents/request-check.ts';
import { bookRefund } from './ledger/book.ts';
import { reconcile } from './reconciliation/reconcile.ts';

let webhooks: Webhooks;
let sandbox: Sandbox;
beforeAll(async () => {
  webhooks = await startWebhooks({ connections: 4 });
  webhooks.clock.now = new Date();
  sandbox = webhooks.app.payments as Sandbox;
});
afterAll(() => webhooks[Symbol.asyncDispose]());

const owner = representative(randomUUID());

async function pay(minorUnits: number) {
  const body = { planKey: await webhooks.plan(minorUnits) };
  const created = await webhooks.post('/payments/intents', {
    actor: owner,
    body,
    headers: { 'idempotency-key': randomUUID() },
  });
  await webhooks.settle();
  const row = await webhooks.db
    .selectFrom('payment_intent')
    .selectAll()
    .where('id', '=', created.body.id)
    .executeTakeFirstOrThrow();
  return { id: row.id, reference: String(row.reference), state: row.state };
}

/** Every webhook twice, the newest first. */
async function workOnWebhooks() {
  const waiting = await webhooks.db
    .selectFrom('inbound_event')
    .selectAll()
    .where('outcome', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  for (const { id, source, received_at } of [...waiting, ...waiting])
    await webhooks.deliver(inboundEventReceived, { inboundEventId: id, source, receivedAt: received_at.toISOString() });
}

async function unbalanced() {
  const { rows } = await sql`select transaction_id from ledger_entry group by 1 having sum(amount_minor) <> 0`.execute(
    webhooks.db,
  );
  return rows;
}

const balanceOf = async () => {
  const { rows } = await sql<{ balance: string }>`
    select coalesce(sum(amount_minor), 0) as balance from ledger_entry where account = 'payment_provider'`.execute(
    webhooks.db,
  );
  return Number(rows[0]?.balance);
};

async function balanceAtProvider() {
  const rows = await webhooks.db.selectFrom('sandbox_payment').selectAll().where('state', '=', 'succeeded').execute();
  const refunds = rows.flatMap((row) => row.refunds as { minorUnits: number }[]);
  return (
    rows.reduce((sum, row) => sum + Number(row.amount_minor), 0) -
    refunds.reduce((sum, { minorUnits }) => sum + minorUnits, 0)
  );
}

let hour = 0;
const runAt = () => new Date(webhooks.clock.now.getTime() + ++hour * 3_600_000);

test('M5 after random payments, refunds and repeats the ledger sums to zero and agrees with the provider', async () => {
  const histories = fc.sample(
    fc.array(fc.tuple(fc.integer({ min: 1, max: 9999 }), fc.nat({ max: 3 })), { maxLength: 6 }),
    {
      numRuns: 4,
      seed: 5,
    },
  );
  for (const [minorUnits, refunds] of histories.flat()) {
    const { reference, state } = await pay(minorUnits);
    if (state !== 'succeeded') continue;
    for (let part = 0; part < refunds && minorUnits >= 4; part += 1)
      await sandbox.refund(reference, Math.floor(minorUnits / 4));
    await workOnWebhooks();
    await webhooks.settle();
  }
  expect(await unbalanced()).toEqual([]);
  expect(await balanceOf()).toBe(await balanceAtProvider());
  expect(await balanceOf()).toBeGreaterThan(0);
  expect(await reconcile(webhooks.app, runAt())).toMatchObject({ differences: 0 });
});

test.each([
  ['a single entry', [['payment_provider', 5, 'EUR']]],
  [
    'a sum that is not zero',
    [
      ['payment_provider', 5, 'EUR'],
      ['subscription_income', -4, 'EUR'],
    ],
  ], // prettier-ignore
  [
    'two currencies',
    [
      ['payment_provider', 5, 'EUR'],
      ['subscription_income', -5, 'USD'],
    ],
  ],
  ['no entry', []],
] as const)('M5 the database rejects a transaction with %s', async (_what, entries) => {
  const { id } = await pay(500);
  const booked = webhooks.db.transact(async (trx) => {
    const transaction = randomUUID();
    await sql`insert into ledger_transaction values (${transaction}, 'refund', ${id}, 'sandbox', ${transaction}, now())`.execute(
      trx,
    );
    for (const [account, amount, currency] of entries)
      await sql`insert into ledger_entry values (${transaction}, ${account}, ${amount}, ${currency})`.execute(trx);
  });
  await expect(booked).rejects.toThrow('must sum to zero in one currency');
});

test('M5 not even a superuser in replica mode books a transaction that does not sum to zero', async () => {
  const { id } = await pay(500);
  const url = new URL(webhooks.ownerUrl);
  const root = new pg.Client(Object.assign(new URL(inject('stack').superuserUrl), { pathname: url.pathname }).href);
  await root.connect();
  const transaction = (reference: string) =>
    `insert into ledger_transaction values (gen_random_uuid(), 'refund', '${id}', 'sandbox', '${reference}', now())`;
  try {
    await root.query('set session_replication_role = replica');
    await expect(root.query(transaction('replicated'))).rejects.toThrow('must sum to zero');
    const unbalanced = `with booked as (${transaction('replicated')} returning id)
      insert into ledger_entry select id, 'payment_provider', 5, 'EUR' from booked`;
    await expect(root.query(unbalanced)).rejects.toThrow('must sum to zero');
  } finally {
    await root.end();
  }
});

test('M2 M5 the ledger is append-only, and each reference is booked once', async () => {
  const { id } = await pay(700);
  const refund = { paymentId: id, adapter: 'sandbox', reference: 'refund_once', minorUnits: 1, currency: 'EUR' };
  const before = await balanceOf();
  for (let turn = 0; turn < 2; turn += 1) await webhooks.db.transact((trx) => bookRefund(trx, webhooks.app, refund));
  expect(await balanceOf()).toBe(before - 1);
  const booked = `(select id from ledger_transaction where reference = 'refund_once')`;
  await expectImmutable(webhooks.urls, [
    { table: 'ledger_transaction', where: `id = ${booked}`, key: 'id', change: `reference = 'another'` },
    {
      table: 'ledger_entry',
      where: `transaction_id = ${booked}`,
      key: 'transaction_id, account',
      change: 'amount_minor = 1',
    },
  ]);
});

test('M5 reconciliation reports a refund that only the ledger has to operations, once, from one replica', async () => {
  const at = runAt();
  const results = await Promise.all([
    reconcile(webhooks.app, at),
    reconcile(webhooks.app, at),
    reconcile(webhooks.app, at),
  ]);
  expect(results.filter(Boolean)).toMatchObject([{ differences: 1 }]);
  const reported = await webhooks.emitted(paymentDifferenceFound);
  expect(reported).toMatchObject([{ kind: 'amount' }]);
  expect(await reconcile(webhooks.app, runAt())).toMatchObject({ differences: 0 });
  expect(await webhooks.emitted(paymentDifferenceFound)).toEqual(reported);
});

test('M5 refunds beyond the payment are booked as the provider says, and reported', async () => {
  const { id, reference } = await pay(900);
  const { find } = sandbox;
  const refunds = ['first', 'second'].map((part) => ({ reference: `${reference}_${part}`, minorUnits: 500 }));
  sandbox.find = async (...request) => {
    const found = await find(...request);
    return found && found.reference === reference ? { ...found, refunds } : found;
  };
  const before = (await webhooks.emitted(paymentDifferenceFound)).length;
  for (let turn = 0; turn < 2; turn += 1) {
    await webhooks.db.transact((trx) =>
      requestCheck(trx, { adapter: 'sandbox', reference, paymentId: id }, webhooks.clock.now),
    );
    await webhooks.settle();
  }
  Object.assign(sandbox, { find });
  expect((await webhooks.get(`/payments/intents/${id}`, { actor: owner })).body).toMatchObject({
    state: 'succeeded',
    refundedMinorUnits: 1000,
  });
  expect((await webhooks.emitted(paymentDifferenceFound)).slice(before)).toMatchObject([{ kind: 'amount' }]);
});

test('reconciliation repairs what a lost webhook left, and reports what contradicts an ended payment', async () => {
  const [late, cancelled] = [await pay(1005), await pay(1005)];
  await webhooks.post(`/payments/intents/${cancelled.id}/cancel`, { actor: owner });
  await webhooks.settle();
  await sandbox.confirm(late.reference);
  await webhooks.db.deleteFrom('inbound_event').execute();
  const foreign = await sandbox.create(
    { paymentId: randomUUID(), amount: { minorUnits: 300, currency: 'EUR' } },
    AbortSignal.timeout(1000),
  );
  await webhooks.db
    .updateTable('sandbox_payment')
    .set({ state: 'succeeded' })
    .where('reference', '=', cancelled.reference)
    .execute();
  const { find } = sandbox;
  const missing = await pay(800);
  sandbox.find = async (reference, signal) => (reference === missing.reference ? undefined : find(reference, signal));
  await reconcile(webhooks.app, runAt()).finally(() => Object.assign(sandbox, { find }));
  await webhooks.settle();
  const found = await webhooks.db.selectFrom('payment_difference').select(['kind', 'reference']).execute();
  expect(found).toEqual(
    expect.arrayContaining([
      { kind: 'unknown_payment', reference: foreign.reference },
      { kind: 'missing_payment', reference: missing.reference },
      { kind: 'state', reference: cancelled.reference },
    ]),
  );
  expect(found.filter(({ reference }) => reference === late.reference)).toEqual([]);
  const row = await webhooks.db
    .selectFrom('payment_intent')
    .select('state')
    .where('id', '=', late.id)
    .executeTakeFirst();
  expect(row).toEqual({ state: 'succeeded' });
});
