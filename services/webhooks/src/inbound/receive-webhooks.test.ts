import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { inboundEventReceived, objectsArrived } from '@trust/contracts/events/webhooks';
import { prune } from '@trust/service-kit/database/prune';
import { openLog } from '@trust/service-kit/observability/log';
import { gatewayProof } from '@trust/service-testing/gateway';
import Stripe from 'stripe';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startWebhooks, testSecrets, type Webhooks } from '../../test/service.ts';
import { pruneInbound } from './receiving/queries.ts';
import { signStandard } from './signatures/standard-signature.ts';

let webhooks: Webhooks;
beforeAll(async () => {
  webhooks = await startWebhooks({ connections: 4 });
});
afterAll(() => webhooks[Symbol.asyncDispose]());

const stripe = new Stripe('sk_test_none');
const canary = 'Anna-Peeters-private-address';
const [, stripeSecret] = testSecrets.stripe;
const seconds = () => Math.floor(webhooks.clock.now.getTime() / 1000);

function post(path: string, body: string, headers: Record<string, string>) {
  return webhooks.post(path, { rawBody: Buffer.from(body), headers });
}

function fromStripe(body: string, { secret = stripeSecret, at = seconds() } = {}) {
  const signature = stripe.webhooks.generateTestHeaderString({ payload: body, secret: secret ?? '', timestamp: at });
  return post('/webhooks/payments/stripe', body, { 'stripe-signature': signature });
}

function fromTwilio(fields: Record<string, string>, query = '') {
  const signature = getExpectedTwilioSignature(
    testSecrets.twilio[0] ?? '',
    `http://trust.test/api/v1/webhooks/twilio${query}`,
    fields,
  );
  return post(`/webhooks/twilio${query}`, new URLSearchParams(fields).toString(), { 'x-twilio-signature': signature });
}

function fromMeta(body: string) {
  const mac = createHmac('sha256', testSecrets.whatsapp[1] ?? '').update(body);
  return post('/webhooks/whatsapp', body, { 'x-hub-signature-256': `sha256=${mac.digest('hex')}` });
}

function fromStore(body: string, secret = testSecrets.storage[0]) {
  return post('/webhooks/storage', body, { authorization: `Bearer ${secret}` });
}

const stored = (source: string) =>
  webhooks.db.selectFrom('inbound_event').selectAll().where('source', '=', source).orderBy('id').execute();

/** The consumer of the bus, once for each event that has not been processed. */
async function work() {
  const waiting = await webhooks.db.selectFrom('inbound_event').selectAll().where('outcome', 'is', null).execute();
  for (const { id, source, received_at } of waiting)
    await webhooks.deliver(
      inboundEventReceived,
      { inboundEventId: id, source, receivedAt: received_at.toISOString() },
      id,
    );
}

test('W1 an unsigned copy of a valid body is rejected without a row, an event or a call of JSON.parse', async () => {
  const body = JSON.stringify({ id: 'evt_unsigned', note: canary });
  const parse = vi.spyOn(JSON, 'parse');
  const answers = [];
  try {
    answers.push(await fromStripe(body, { secret: 'whsec_wrong' }), await fromStripe(body, { at: seconds() - 301 }));
    answers.push(await post('/webhooks/payments/stripe', body, {}));
    const parsed = parse.mock.calls.map(([text]) => String(text));
    expect(parsed.filter((text) => text.includes(canary))).toEqual([]);
  } finally {
    parse.mockRestore();
  }
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  expect(await stored('stripe')).toEqual([]);
  expect(await webhooks.emitted(inboundEventReceived)).toEqual([]);
  expect(webhooks.logged.join()).not.toContain(canary);
});

test('W1 a sender may add keys to the address, which it signs', async () => {
  expect((await fromTwilio({ MessageSid: 'SM_query', MessageStatus: 'sent' }, '?x=1')).status).toBe(200);
  const signature = getExpectedTwilioSignature(
    testSecrets.twilio[0] ?? '',
    'http://trust.test/api/v1/webhooks/twilio',
    {},
  );
  expect((await post('/webhooks/twilio?x=1', '', { 'x-twilio-signature': signature })).status).toBe(401);
});

test('W1 a signed body in another form is accepted, and its work fails without quoting it', async () => {
  const body = JSON.stringify({ id: canary });
  expect((await fromMeta(body)).status).toBe(200);
  const [event] = await stored('whatsapp');
  expect(event).toMatchObject({ outcome: null, provider_event_id: expect.stringMatching(/^sha256:/) });
  expect(event?.content?.toString('latin1')).not.toContain(canary);
  await expect(work()).rejects.toThrow(/^The body of a webhook does not have the documented form\.$/);
  await webhooks.db.deleteFrom('inbound_event').execute();
});

test('W1 a signed body that is not JSON ends as unreadable, without its content', async () => {
  expect((await fromMeta(`{"id": ${canary}`)).status).toBe(200);
  expect((await fromStore(`{"Records": ${canary}`)).status).toBe(200);
  expect((await fromStripe(`{"id": ${canary}`)).status).toBe(200);
  await work();
  for (const source of ['whatsapp', 'storage', 'stripe'])
    expect(await stored(source)).toMatchObject([{ outcome: 'unreadable', content: null }]);
  expect(webhooks.logged.join()).not.toContain(canary);
  await webhooks.db.deleteFrom('inbound_event').execute();
});

test('W3 events are told apart by the ids of their sender, and those without any all count', async () => {
  const ofMeta = (value: object) => JSON.stringify({ entry: [{ changes: [{ value }] }] });
  const statuses = ['a', 'b'].map((id) => ({ id: `wamid.${id}`, status: 'read' }));
  const repeated = ofMeta({ statuses, messages: [{ id: 'wamid.m' }] });
  for (const body of [repeated, repeated, ofMeta({ statuses: statuses.toReversed(), messages: [{ id: 'wamid.m' }] })])
    await fromMeta(body);
  await fromMeta(ofMeta({ statuses }));
  expect((await stored('whatsapp')).map((row) => row.duplicate_count).sort()).toEqual([0, 2]);

  const ofStore = (object: object) => JSON.stringify({ Records: [{ s3: { object: { key: 'a1', ...object } } }] });
  for (const object of [{ sequencer: '1' }, { sequencer: '1' }, { sequencer: '2' }, {}, {}])
    await fromStore(ofStore(object));
  expect((await stored('storage')).map((row) => row.duplicate_count).sort()).toEqual([0, 0, 0, 1]);
  await work();
  expect(await webhooks.emitted(objectsArrived)).toHaveLength(4);
  for (const table of ['inbound_event', 'message_status', 'outbox'] as const)
    await webhooks.db.deleteFrom(table).execute();
});

test('W3 an event sent a hundred times in parallel has one row, one event on the bus and one effect', async () => {
  const fields = { MessageSid: `SM${'a'.repeat(32)}`, MessageStatus: 'delivered', To: '+32470123456' };
  const before = (await webhooks.emitted(inboundEventReceived)).length;
  const answers = await Promise.all(Array.from({ length: 100 }, () => fromTwilio(fields)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await stored('twilio')).toMatchObject([{ duplicate_count: 99, conflict_count: 0 }]);
  expect((await webhooks.emitted(inboundEventReceived)).length).toBe(before + 1);
  await work();
  await work();
  const statuses = await webhooks.db.selectFrom('message_status').selectAll().execute();
  expect(statuses).toMatchObject([{ source: 'twilio', message_ref: fields.MessageSid, status: 'delivered' }]);
  expect(await stored('twilio')).toMatchObject([{ outcome: 'applied', content: null }]);
});

test('W3 a known event id with another body is accepted, flagged and not applied', async () => {
  const event = (amount: number) =>
    JSON.stringify({ id: 'evt_conflict', data: { object: { object: 'payment_intent', amount } } });
  // Together and later: a batch can contain both.
  const together = await Promise.all([fromStripe(event(1)), fromStripe(event(2))]);
  const later = await fromStripe(event(3));
  expect([...together, later].map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await stored('stripe')).toMatchObject([
    { provider_event_id: 'evt_conflict', duplicate_count: 2, conflict_count: 2 },
  ]);
});

test('W3 event ids are kept for 30 days', async () => {
  const log = openLog('test', 'silent');
  const at = (days: number) => new Date(webhooks.clock.now.getTime() + days * 86_400_000);
  await prune({ db: webhooks.db, log, tasks: pruneInbound, now: at(29.9) });
  expect(await stored('twilio')).toHaveLength(1);
  await prune({ db: webhooks.db, log, tasks: pruneInbound, now: at(30.1) });
  expect([...(await stored('twilio')), ...(await stored('stripe'))]).toEqual([]);
  expect(await webhooks.db.selectFrom('message_status').selectAll().execute()).toEqual([]);
});

test('a status of Twilio ends the delivery of its message, and a later one changes nothing', async () => {
  const sid = `SM${'b'.repeat(32)}`;
  await webhooks.requestCode({ to: '+32470777777' });
  await webhooks.send({ send: async () => ({ providerMessageId: sid }) });
  const state = async () =>
    (await webhooks.deliveries()).find((delivery) => delivery.provider_message_id === sid)?.state;
  for (const [status, expected] of [
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['undelivered', 'delivered'],
  ] as const) {
    await fromTwilio({ MessageSid: sid, MessageStatus: status });
    await work();
    expect(await state()).toBe(expected);
  }
});

test('W3 statuses of WhatsApp are recorded once, in whatever batch they come, and messages are deleted', async () => {
  const status = (id: string, state: string) => ({ id: `wamid.${id}`, status: state, recipient_id: '32470123456' });
  const batch = (...statuses: object[]) =>
    JSON.stringify({ entry: [{ changes: [{ value: { statuses, messages: [{ text: { body: canary } }] } }] }] });
  await fromMeta(batch(status('1', 'sent'), status('2', 'delivered')));
  await fromMeta(batch(status('1', 'sent'), status('1', 'read')));
  await work();
  const rows = await webhooks.db
    .selectFrom('message_status')
    .select(['message_ref', 'status'])
    .where('source', '=', 'whatsapp')
    .execute();
  expect(rows.map((row) => `${row.message_ref} ${row.status}`).sort()).toEqual([
    'wamid.1 read',
    'wamid.1 sent',
    'wamid.2 delivered',
  ]);
  expect((await stored('whatsapp')).map(({ content }) => content)).toEqual([null, null]);
});

test('U7 an event of the store becomes a hint that names objects only', async () => {
  const body = (...keys: string[]) =>
    JSON.stringify({ Records: keys.map((key) => ({ s3: { bucket: { name: 'uploads' }, object: { key, size: 1 } } })) });
  expect((await fromStore(body('a1', 'b2', 'a1', '../etc/passwd'))).status).toBe(200);
  expect((await fromStore(body('../../x'))).status).toBe(200);
  expect((await fromStore(body('c3'), 'another token of a store')).status).toBe(401);
  await work();
  expect(await webhooks.emitted(objectsArrived)).toEqual([{ objectNames: ['a1', 'b2'] }]);
});

test('the handshake of WhatsApp returns the challenge for the verify token only', async () => {
  const ask = (token: string, challenge = '1158201444') =>
    webhooks.get(`/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=${challenge}`);
  const answer = await ask(encodeURIComponent('the verify token in tests'));
  expect([answer.status, String(answer.body), answer.headers.get('content-type')]).toEqual([
    200,
    '1158201444',
    'text/plain; charset=utf-8',
  ]);
  expect((await ask('another')).status).toBe(401);
  expect((await ask('x', '%3Cscript%3E')).status).toBe(400);
});

test('a sender without a secret in the settings is rejected, whatever it signs with', async () => {
  const body = '{}';
  const id = 'msg_1';
  const timestamp = String(seconds());
  const headers = (secret: string) => ({
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signStandard(secret, { id, timestamp, body: Buffer.from(body) }),
  });
  const [configured = ''] = testSecrets.standard;
  expect((await post('/webhooks/payments/standard', body, headers(configured))).status).toBe(200);
  expect((await post('/webhooks/payments/sandbox', body, headers(configured))).status).toBe(401);
  expect((await post('/webhooks/payments/other', body, headers(configured))).status).toBe(404);
});

test('W4 an event whose connection is cut before the answer is stored and worked on once', async () => {
  const payload = '{"id":"evt_cut"}';
  const known = async () => (await stored('stripe')).filter((event) => event.provider_event_id === 'evt_cut');
  const sent = (await webhooks.emitted(inboundEventReceived)).length;
  const timestamp = seconds();
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: stripeSecret ?? '', timestamp });
  const headers = { ...gatewayProof, 'stripe-signature': signature, 'content-type': 'application/json' };
  const cut = request(`${webhooks.url}/api/v1/webhooks/payments/stripe`, { method: 'POST', headers });
  cut.on('error', () => {}).end(payload);
  await expect.poll(known).toHaveLength(1);
  cut.destroy();
  expect((await fromStripe(payload)).status).toBe(200);
  expect(await known()).toMatchObject([{ duplicate_count: 1, conflict_count: 0 }]);
  expect(await webhooks.emitted(inboundEventReceived)).toHaveLength(sent + 1);
});

test('W4 without its database the platform answers 503, so that the sender sends again', async () => {
  const nowhere = 'postgres://webhooks_app@127.0.0.1:1/webhooks';
  await using cut = await startWebhooks({ urls: { app: nowhere, owner: nowhere } });
  const timestamp = Math.floor(cut.clock.now.getTime() / 1000);
  const signature = stripe.webhooks.generateTestHeaderString({ payload: '{}', secret: stripeSecret ?? '', timestamp });
  const headers = { 'stripe-signature': signature };
  expect((await cut.post('/webhooks/payments/stripe', { rawBody: Buffer.from('{}'), headers })).status).toBe(503);
});

test('W6 failed signatures are limited by network, and a correct one is not', async () => {
  const bad = (ip: string) => post('/webhooks/payments/stripe', canary, { 'x-forwarded-for': ip });
  const answers = await Promise.all(Array.from({ length: 30 }, () => bad('198.51.100.7')));
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(401), count(429)]).toEqual([20, 10]);
  expect((await bad('203.0.113.1')).status).toBe(401);
  expect((await fromStripe('{"id":"evt_good"}')).status).toBe(200);
  expect(webhooks.logged.join()).not.toContain(canary);
});

test('L3 stores webhooks while other requests use all connections of the service', async () => {
  const released = Promise.withResolvers<void>();
  const transactions = Array.from({ length: 4 }, () => webhooks.db.transact(() => released.promise));
  await vi.waitUntil(() => webhooks.db.pool.totalCount === 4 && webhooks.db.pool.idleCount === 0);
  const answer = await fromStripe('{"id":"evt_during_overload"}');
  released.resolve();
  await Promise.all(transactions);
  expect(answer.status).toBe(200);
});

test('a body over the bound of its sender is 413', async () => {
  expect((await fromStripe('x'.repeat(256 * 1024 + 1))).status).toBe(413);
  expect((await fromMeta('x'.repeat(256 * 1024 + 1))).status).toBe(200);
});
