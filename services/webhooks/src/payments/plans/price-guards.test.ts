import { randomUUID } from 'node:crypto';
import { openDb } from '@trust/service-kit/database/db';
import { representative } from '@trust/service-testing/actors';
import { expectImmutable } from '@trust/service-testing/immutable';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebhooks, type Webhooks } from '../../../test/service.ts';
import type { DB } from '../../db/schema.ts';
import { bookPayment } from '../ledger/book.ts';

let webhooks: Webhooks;
beforeAll(async () => {
  webhooks = await startWebhooks();
});
afterAll(() => webhooks[Symbol.asyncDispose]());

async function asOwner(statement: string): Promise<void> {
  await using owner = openDb<DB>({ url: webhooks.ownerUrl, max: 1, connectTimeout: 30_000 });
  await sql.raw(statement).execute(owner);
}

async function start(): Promise<string> {
  const headers = { 'idempotency-key': randomUUID() };
  const options = { actor: representative(randomUUID()), body: { planKey: 'subscription-monthly' }, headers };
  return (await webhooks.post('/payments/intents', options)).body.id;
}

test('T8 M2 no version of a plan changes, and the service adds none', async () => {
  await expectImmutable(webhooks.urls, [
    { table: 'plan', where: `key = 'subscription-monthly'`, key: 'key, version', change: 'amount_minor = 1' },
  ]);
  const cheaper = sql`insert into plan select key, 2, label, 1, currency, period, offered_from from plan`;
  await expect(cheaper.execute(webhooks.db)).rejects.toThrow('permission denied');
});

test.each([
  ['amount', { amount_minor: 1 }],
  ['currency', { currency: 'USD' }],
  ['version', { plan_version: 2 }],
  ['plan', { plan_key: 'there-is-no-such-plan' }],
])('T8 the database rejects a payment with another %s than its plan', async (_what, change) => {
  const id = await start();
  const payment = await webhooks.db
    .selectFrom('payment_intent')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const cheaper = { ...payment, id: randomUUID(), ...change };
  await expect(webhooks.db.insertInto('payment_intent').values(cheaper).execute()).rejects.toThrow('foreign key');
  await expect(webhooks.db.updateTable('payment_intent').set(change).where('id', '=', id).execute()).rejects.toThrow(
    'permission denied',
  );
});

test('T8 M2 the plan and the price of a payment are immutable', async () => {
  const where = `id = '${await start()}'`;
  for (const change of ['amount_minor = 1', `currency = 'USD'`, 'plan_version = 2', `plan_key = 'other'`])
    await expect(asOwner(`update payment_intent set ${change} where ${where}`)).rejects.toThrow('immutable');
});

test.each([
  ['less', { minorUnits: 1899, currency: 'EUR' }],
  ['more', { minorUnits: 1901, currency: 'EUR' }],
  ['another currency', { minorUnits: 1900, currency: 'USD' }],
])('T8 M5 the database rejects an entry of %s than the price of the payment', async (_what, amount) => {
  const [paymentId, reference] = [await start(), randomUUID()];
  const booked = webhooks.db.transact((trx) =>
    bookPayment(trx, webhooks.app, { paymentId, adapter: 'sandbox', reference, ...amount }),
  );
  await expect(booked).rejects.toThrow('a payment is booked at its price');
});

test('M2 M5 the reference of a payment and the time of its end are immutable once they are known', async () => {
  const id = await start();
  await webhooks.settle();
  const { state } = await webhooks.db
    .selectFrom('payment_intent')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(state).toBe('succeeded');
  for (const change of [
    `reference = 'of another payment'`,
    'reference = null',
    `ended_at = ended_at + interval '1 day'`,
  ])
    await expect(asOwner(`update payment_intent set ${change} where id = '${id}'`)).rejects.toThrow('immutable');
});
