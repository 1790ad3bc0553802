import { generateKeyPairSync, randomUUID, randomUUIDv7 } from 'node:crypto';
import { notificationRequested } from '@trust/contracts/events/any';
import { openLog } from '@trust/service-kit/observability/log';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startWebhooks, type Webhooks } from '../../../test/service.ts';
import { readQueue } from '../../deliveries/delivery-metrics.ts';
import { lockDueDeliveries } from '../../deliveries/due-deliveries.ts';
import type { Message } from '../senders/message-sender.ts';
import { startDeliveries } from './delivery-worker.ts';

let webhooks: Webhooks;
beforeEach(async () => {
  webhooks = await startWebhooks();
});
afterEach(() => webhooks[Symbol.asyncDispose]());

const failingSender = {
  send: async () => {
    throw new Error('Carrier is down');
  },
};

/** A push, which never expires. */
async function requestPush() {
  const userId = randomUUID();
  await webhooks.register(userId);
  const payload = { userId, providerId: null, template: 'case_decided' as const, data: {} };
  return webhooks.deliver(notificationRequested.verification, payload);
}

test('sends a one-time code once when the event is delivered twice', async () => {
  const eventId = randomUUIDv7();
  for (const _time of [1, 2]) await webhooks.requestCode({}, { eventId });
  for (const _time of [1, 2]) await webhooks.send();
  const { body } = await webhooks.mailbox('%2B32470123456');
  expect(body.items).toEqual([
    {
      id: expect.any(String),
      channel: 'sms',
      to: '+32470123456',
      template: 'one_time_code',
      text: '012345 is your sign-in code. It is valid for five minutes. Never share it.\n@trust.test #012345',
      code: '012345',
      sentAt: '2026-01-05T09:00:00.000Z',
    },
  ]);
  expect(await webhooks.deliveries()).toMatchObject([{ state: 'sent', attempt_count: 1, sealed: null }]);
});

test('stores code and address sealed, and deletes them after sending', async () => {
  await webhooks.requestCode({ channel: 'email', to: 'somebody@example.test' });
  const storedText = async () => JSON.stringify(await webhooks.deliveries());
  const queued = await storedText();
  await webhooks.send();
  for (const stored of [queued, await storedText()]) {
    expect(stored).not.toContain('012345');
    expect(stored).not.toContain('somebody');
  }
});

test('sends the text in the requested language', async () => {
  await webhooks.requestCode({ language: 'fr' });
  await webhooks.send();
  expect((await webhooks.mailbox('%2B32470123456')).body.items[0]).toMatchObject({
    text: expect.stringContaining('012345 est votre code'),
  });
});

test('sends an email without the origin-bound line', async () => {
  await webhooks.requestCode({ channel: 'email', to: 'somebody@example.test' });
  await webhooks.send();
  expect((await webhooks.mailbox('somebody@example.test')).body.items[0]).toMatchObject({
    channel: 'email',
    text: expect.stringMatching(/^012345 is your sign-in code.*share it\.$/),
  });
});

test('sends a message without a code in its language, and deletes its sealed content', async () => {
  await webhooks.requestMessage({ template: 'contact_point_taken', language: 'fr', to: '+32470555555' });
  await webhooks.send();
  const { body } = await webhooks.mailbox('%2B32470555555');
  expect(body.items).toMatchObject([
    { channel: 'sms', template: 'contact_point_taken', text: expect.stringMatching(/^Quelqu'un a voulu ajouter/) },
  ]);
  expect(body.items[0]).not.toHaveProperty('code');
  expect(await webhooks.deliveries()).toMatchObject([{ state: 'sent', template: 'contact_point_taken', sealed: null }]);
});

test('sends a code for a contact point with its own text', async () => {
  await webhooks.requestCode({ purpose: 'contact_point', to: '+32470777777' });
  await webhooks.send();
  expect((await webhooks.mailbox('%2B32470777777')).body.items).toMatchObject([
    { template: 'contact_point_code', code: '012345', text: expect.stringMatching(/^012345 adds this contact/) },
  ]);
});

test('does not send an expired code', async () => {
  await webhooks.requestCode();
  webhooks.advanceClock(300);
  await webhooks.send();
  expect((await webhooks.mailbox('%2B32470123456')).body.items).toEqual([]);
  expect(await webhooks.deliveries()).toMatchObject([{ state: 'failed', failure: 'expired', sealed: null }]);
});

test('throws for a code sealed to another key, so that the event becomes a dead letter', async () => {
  const other = generateKeyPairSync('x25519').publicKey;
  await expect(webhooks.requestCode({}, { sealTo: other })).rejects.toThrow();
  expect(await webhooks.deliveries()).toEqual([]);
});

test('retries a failed delivery on schedule and fails it after twelve attempts', async () => {
  await requestPush();
  const delays: number[] = [];
  for (let attempt = 1; attempt <= 12; attempt++) {
    expect(await webhooks.send(failingSender)).toBe(1);
    expect(await webhooks.send(failingSender)).toBe(0);
    const [delivery] = await webhooks.deliveries();
    expect(delivery).toMatchObject({ state: 'queued', attempt_count: attempt });
    const wait = ((delivery?.next_try_at?.getTime() ?? 0) - webhooks.clock.now.getTime()) / 1000;
    delays.push(wait);
    webhooks.advanceClock(wait);
  }
  expect(delays).toEqual([30, 120, 600, 3600, 14_400, ...Array.from({ length: 7 }, () => 43_200)]);
  await webhooks.send();
  expect(await webhooks.deliveries()).toMatchObject([{ state: 'failed', failure: 'attempts_used', attempt_count: 12 }]);
});

test('sends at the next attempt when the carrier has recovered', async () => {
  await webhooks.requestCode();
  await webhooks.send(failingSender);
  webhooks.advanceClock(30);
  await webhooks.send();
  expect((await webhooks.mailbox('%2B32470123456')).body.items).toHaveLength(1);
  expect(await webhooks.deliveries()).toMatchObject([{ state: 'sent', attempt_count: 2 }]);
});

test('sends each message once when replicas attempt deliveries concurrently', async () => {
  await using concurrent = await startWebhooks({ connections: 8 });
  for (let index = 0; index < 30; index++) await concurrent.requestCode({ code: String(index).padStart(6, '0') });
  const sent: Message[] = [];
  const sender = {
    send: async (message: Message) => {
      sent.push(message);
      return {};
    },
  };
  while ((await Promise.all(Array.from({ length: 6 }, () => concurrent.send(sender)))).some((count) => count > 0));
  expect(sent.map(({ code }) => code).sort()).toEqual(
    Array.from({ length: 30 }, (_, index) => String(index).padStart(6, '0')),
  );
});

test('a replica skips the deliveries that another one sends', async () => {
  await using concurrent = await startWebhooks({ connections: 2 });
  for (let index = 0; index < 2; index++) await concurrent.requestCode();
  const { db, clock } = concurrent;
  await db.transact(async (first) => {
    const [lockedDelivery] = await lockDueDeliveries(first, { lane: 'sms_code', now: clock.now, limit: 1 });
    const others = await db.transact(async (second) => {
      await sql`set local lock_timeout = '1s'`.execute(second);
      return lockDueDeliveries(second, { lane: 'sms_code', now: clock.now, limit: 2 });
    });
    expect(others).toHaveLength(1);
    expect(others[0]?.id).not.toBe(lockedDelivery?.id);
  });
});

test('commits nothing without a due delivery, so that the worker does not wake itself', async () => {
  let commits = 0;
  webhooks.db.onCommit(() => {
    commits += 1;
  });
  expect(await webhooks.send()).toBe(0);
  expect(commits).toBe(0);
});

test('the worker sends a delivery as soon as it is queued', async () => {
  const sent = Promise.withResolvers<Message>();
  const sender = {
    send: async (message: Message) => {
      sent.resolve(message);
      return {};
    },
  };
  const senders = { sms: sender, email: sender, fcm: sender, apns: sender };
  await using _worker = startDeliveries({ app: webhooks.app, senders, log: openLog('webhooks', 'silent') });
  await webhooks.requestCode();
  expect(await sent.promise).toMatchObject({ to: '+32470123456', code: '012345' });
});

test('M1 rejects changes to a delivery that has ended', async () => {
  await webhooks.requestCode();
  await webhooks.send();
  for (const statement of [
    sql`update delivery set state = 'queued', ended_at = null, next_try_at = now()`,
    sql`update delivery set state = 'failed', failure = 'expired'`,
    sql`update delivery set attempt_count = 3`,
  ]) {
    await expect(statement.execute(webhooks.db)).rejects.toThrow(/cannot go from|immutable/);
  }
});

test('counts queued deliveries by channel, with the age of the oldest', async () => {
  const read = async () =>
    (await readQueue(webhooks.app)).map(({ name, value, attributes }) => [
      name.slice(17),
      attributes['trust.channel'],
      value,
    ]);
  await webhooks.requestCode();
  webhooks.advanceClock(40);
  await requestPush();
  await requestPush();
  expect(await read()).toEqual([
    ['queued', 'sms', 1],
    ['oldest_queued', 'sms', 40],
    ['parked', 'sms', 0],
    ['queued', 'email', 0],
    ['oldest_queued', 'email', 0],
    ['parked', 'email', 0],
    ['queued', 'push', 2],
    ['oldest_queued', 'push', 0],
    ['parked', 'push', 0],
  ]);
  await webhooks.send();
  expect((await read()).map(([, , value]) => value)).toEqual(Array.from({ length: 9 }, () => 0));
});
