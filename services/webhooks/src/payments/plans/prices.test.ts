import { randomUUID } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { paymentDifferenceFound } from '@trust/contracts/events/webhooks';
import { openDb } from '@trust/service-kit/database/db';
import { representative } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebhooks, type Webhooks } from '../../../test/service.ts';
import type { DB } from '../../db/schema.ts';
import type { Amount } from '../../payment-provider.ts';
import type { Sandbox } from '../adapters/sandbox.ts';
import { requestCheck } from '../intents/request-check.ts';
import { reconcile } from '../reconciliation/reconcile.ts';

let webhooks: Webhooks;
let sandbox: Sandbox;
beforeAll(async () => {
  webhooks = await startWebhooks();
  sandbox = webhooks.app.payments as Sandbox;
});
afterAll(() => webhooks[Symbol.asyncDispose]());

const price: Amount = { minorUnits: 1900, currency: 'EUR' };
const newOwner = () => representative(randomUUID());
type Owner = ReturnType<typeof newOwner>;

function post(actor: Owner, body: object, key: string = randomUUID()) {
  return webhooks.post('/payments/intents', { actor, body, headers: { 'idempotency-key': key } });
}

async function start(actor: Owner, planKey = 'subscription-monthly'): Promise<string> {
  const { status, body } = await post(actor, { planKey });
  expect(status).toBe(201);
  return body.id;
}

const read = async (actor: Owner, id: string) => (await webhooks.get(`/payments/intents/${id}`, { actor })).body;
const subscription = async (actor: Owner) =>
  (await webhooks.get('/provider-workspace/me/subscription-status', { actor })).body.status;
const rowOf = (id: string) =>
  webhooks.db.selectFrom('payment_intent').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** All of a payment but when it is asked for next, what is booked of it, and what it entitles to. */
async function stateOf(actor: Owner, id: string) {
  const { attempt_count: _, next_check_at: __, ...payment } = await rowOf(id);
  const { rows: booked } = await sql`select t.kind, e.* from ledger_transaction t join ledger_entry e
    on e.transaction_id = t.id where t.payment_id = ${id} order by t.id, e.account`.execute(webhooks.db);
  return { payment, booked, subscription: await subscription(actor) };
}

/** The payment provider says so of each payment, as long as `work` runs. */
async function reporting(amount: Amount, work: () => Promise<void>): Promise<void> {
  const { create, find } = sandbox;
  sandbox.create = async (...request) => ({ ...(await create(...request)), state: 'succeeded', amount });
  sandbox.find = async (...request) => {
    const found = await find(...request);
    return found && { ...found, state: 'succeeded', amount, refunds: [{ reference: randomUUID(), minorUnits: 1 }] };
  };
  await work().finally(() => Object.assign(sandbox, { create, find }));
}

/** As a webhook requests it. */
async function askAgain(id: string): Promise<void> {
  const { reference } = await rowOf(id);
  webhooks.advanceClock(1);
  await webhooks.db.transact((trx) =>
    requestCheck(trx, { adapter: 'sandbox', reference, paymentId: id }, webhooks.clock.now),
  );
  await webhooks.settle();
}

async function countDifferences() {
  const audited = (await webhooks.emitted(auditRecorded.webhooks)).filter(
    ({ objectType }) => objectType === 'payment_difference',
  );
  const kept = await webhooks.db.selectFrom('payment_difference').select('kind').execute();
  const found = (await webhooks.emitted(paymentDifferenceFound)).map(({ kind }) => kind);
  expect([found, audited.map(({ after }) => after.kind)]).toEqual([kept.map(({ kind }) => kind), found]);
  return found.filter((kind) => kind === 'amount').length;
}

const otherAmounts: Amount[] = [
  ...[0, 1, -1, -1900, 1899, 1901, 190_000].map((minorUnits) => ({ ...price, minorUnits })),
  ...['USD', 'CHF', 'GBP', 'JPY', 'eur', ''].map((currency) => ({ ...price, currency })),
];

test.each(otherAmounts)(
  'T8 a first answer with $minorUnits $currency changes nothing, nor do its repeats',
  async (amount) => {
    const actor = newOwner();
    const id = await start(actor);
    const [before, differences] = [await stateOf(actor, id), await countDifferences()];
    await reporting(amount, async () => {
      await webhooks.settle();
      for (let replay = 0; replay < 2; replay += 1) await askAgain(id);
    });
    expect(await stateOf(actor, id)).toEqual(before);
    expect(before).toMatchObject({ payment: { state: 'created' }, booked: [], subscription: 'none' });
    expect(await countDifferences()).toBe(differences + 1);
    await askAgain(id);
    expect(await stateOf(actor, id)).toMatchObject({ payment: { state: 'succeeded' }, subscription: 'active' });
  },
);

test.each(otherAmounts)(
  'T8 a later answer with $minorUnits $currency changes nothing, nor do its repeats',
  async (amount) => {
    const [waiting, paid] = [newOwner(), newOwner()];
    const ids = [await start(waiting, await webhooks.plan(1905)), await start(paid)] as const;
    await webhooks.settle();
    const states = () => Promise.all([stateOf(waiting, ids[0]), stateOf(paid, ids[1])]);
    const before = await states();
    expect(before).toMatchObject([
      { payment: { state: 'requires_action' }, booked: [], subscription: 'none' },
      { payment: { state: 'succeeded' }, booked: [{}, {}], subscription: 'active' },
    ]);
    const differences = await countDifferences();
    await reporting(amount, async () => {
      for (const id of [...ids, ...ids]) await askAgain(id);
    });
    expect(await states()).toEqual(before);
    expect(await countDifferences()).toBe(differences + 2);
    expect((await rowOf(ids[1])).next_check_at).toBeNull();
  },
);

test('T8 after a higher price an earlier payment is paid by the old amount, and not by the new one', async () => {
  const [early, late, key] = [newOwner(), newOwner(), randomUUID()];
  const planKey = await webhooks.plan(2000, { key: 'raised' });
  const raisedAt = new Date(webhooks.clock.now.getTime() + 60_000);
  await webhooks.plan(2500, { key: 'raised', version: 2, offeredFrom: raisedAt });
  const ids = [await start(early, planKey), (await post(early, { planKey }, key)).body.id];
  webhooks.advanceClock(60);
  const repeated = await post(early, { planKey }, key);
  expect(repeated.body).toMatchObject({ id: ids[1], planVersion: 1, amount: { minorUnits: 2000, currency: 'EUR' } });
  expect((await post(late, { planKey })).body).toMatchObject({ planVersion: 2, amount: { minorUnits: 2500 } });

  const differences = await countDifferences();
  await reporting({ minorUnits: 2500, currency: 'EUR' }, () => webhooks.settle());
  expect(await countDifferences()).toBe(differences + 2);
  for (const id of ids) expect(await read(early, id)).toMatchObject({ state: 'created', planVersion: 1 });
  expect([await subscription(early), await subscription(late)]).toEqual(['none', 'active']);
  for (const id of ids) await askAgain(id);
  for (const id of ids)
    expect(await read(early, id)).toMatchObject({ state: 'succeeded', planVersion: 1, amount: { minorUnits: 2000 } });
  expect(await subscription(early)).toBe('active');
});

test.each([
  ['amount', { amount: price }],
  ['amount', { amount: { minorUnits: 1, currency: 'EUR' } }],
  ['amountMinor', { amountMinor: 1 }],
  ['minorUnits', { minorUnits: 1 }],
  ['currency', { currency: 'USD' }],
  ['planVersion', { planVersion: 1 }],
  ['purpose', { purpose: 'subscription' }],
])('T8 a payer who names %s is refused', async (field, more) => {
  const actor = newOwner();
  const answer = await post(actor, { planKey: 'subscription-monthly', ...more });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field, code: 'unknown_field' }] } });
  expect((await webhooks.get('/account/payments', { actor })).body.items).toEqual([]);
});

test('T8 a payment needs a plan that is offered now', async () => {
  const [actor, offeredFrom] = [newOwner(), new Date(webhooks.clock.now.getTime() + 1000)];
  await webhooks.plan(100, { key: 'of-tomorrow', offeredFrom });
  for (const planKey of ['of-tomorrow', 'there-is-no-such-plan', '', '\u0000'])
    expect([planKey, await post(actor, { planKey })]).toMatchObject([planKey, { status: 400 }]);
  expect((await post(actor, { planKey: 'of-tomorrow' })).body.errors).toMatchObject([
    { field: 'planKey', code: 'unknown_plan' },
  ]);
  webhooks.advanceClock(1);
  expect(await post(actor, { planKey: 'of-tomorrow' })).toMatchObject({
    status: 201,
    body: { planKey: 'of-tomorrow', planVersion: 1, amount: { minorUnits: 100, currency: 'EUR' } },
  });
});

test('T8 everybody reads each plan once, at the price that is offered now', async () => {
  const offeredFrom = new Date(webhooks.clock.now.getTime() + 1000);
  const list = async (query = '') => (await webhooks.get(`/public/plans${query}`)).body;
  const shown = async (one: string) =>
    (await list('?limit=100')).items.filter(({ key }: { key: string }) => key === one);
  const label = { en: 'Monthly subscription', fr: 'Abonnement mensuel' };
  const monthly = { key: 'subscription-monthly', version: 1, label, amount: price, period: 'month' };
  expect(await shown('subscription-monthly')).toEqual([monthly]);

  const key = await webhooks.plan(2400, { key: 'listed' });
  await webhooks.plan(2900, { key, version: 2, offeredFrom });
  expect(await shown(key)).toMatchObject([{ version: 1, amount: { minorUnits: 2400 } }]);
  webhooks.advanceClock(1);
  expect(await shown(key)).toMatchObject([{ version: 2, amount: { minorUnits: 2900 } }]);

  const all = (await list('?limit=100')).items;
  const pages = [];
  for (let cursor = ''; pages.length < all.length; ) {
    const page = await list(`?limit=1${cursor && `&cursor=${cursor}`}`);
    pages.push(...page.items);
    cursor = page.nextCursor ?? '';
  }
  expect(pages).toEqual(all);
});

test('T8 the reconciliation reports another amount than the price, whatever the state', async () => {
  const [actor, other] = [newOwner(), newOwner()];
  const [waiting, paid] = [
    await start(actor, await webhooks.plan(1905)),
    await start(other, await webhooks.plan(1700)),
  ];
  await webhooks.settle();
  const before = [await stateOf(actor, waiting), await stateOf(other, paid)];
  await using owner = openDb<DB>({ url: webhooks.ownerUrl, max: 1, connectTimeout: 30_000 });
  const theirs = owner.updateTable('sandbox_payment').set({ currency: 'USD' });
  await theirs.where('payment_id', 'in', [waiting, paid]).execute();
  const differences = await countDifferences();
  for (const hours of [1, 2]) await reconcile(webhooks.app, new Date(webhooks.clock.now.getTime() + hours * 3_600_000));
  expect(await countDifferences()).toBe(differences + 2);
  expect([await stateOf(actor, waiting), await stateOf(other, paid)]).toEqual(before);
});
