import { randomUUID } from 'node:crypto';
import { auditRecorded, notificationRequested } from '@trust/contracts/events/any';
import { messageTemplates } from '@trust/contracts/events/identity';
import { emailRequested } from '@trust/contracts/events/webhooks';
import { notificationTemplates } from '@trust/contracts/notifications/notification-templates';
import { languages } from '@trust/contracts/values/text';
import { prune } from '@trust/service-kit/database/prune';
import { openLog } from '@trust/service-kit/observability/log';
import { person } from '@trust/service-testing/actors';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startWebhooks, type Webhooks } from '../../../test/service.ts';
import { findAttempts } from '../../deliveries/attempts.ts';
import { findParked, pruneParkedContent, redriveDelivery } from '../../deliveries/parked.ts';
import { emailOf } from '../senders/email.ts';
import { CarrierFailure, type Message, type MessageSender } from '../senders/message-sender.ts';

let webhooks: Webhooks;
beforeEach(async () => {
  webhooks = await startWebhooks({ connections: 2 });
});
afterEach(() => webhooks[Symbol.asyncDispose]());

type Template = (typeof notificationTemplates)[number];
const notify = (userId: string, template: Template = 'case_decided', data = {}) =>
  webhooks.deliver(notificationRequested.verification, { userId, providerId: null, template, data });

function recorder() {
  const sent: Message[] = [];
  const sender: MessageSender = {
    send: async (message) => {
      sent.push(message);
      return {};
    },
  };
  return Object.assign(sender, { sent });
}

const failing = (code = 'http_500'): MessageSender => ({
  send: async () => {
    throw new CarrierFailure(code);
  },
});

test('L5 a stalled SMS carrier delays nothing but its own lane, and codes go before other messages', async () => {
  const released = Promise.withResolvers<void>();
  const stalled: MessageSender & { to: string[] } = {
    to: [],
    send: async ({ to }) => {
      stalled.to.push(to);
      await released.promise;
      return {};
    },
  };
  const others = recorder();
  const dispatcher = webhooks.dispatcher({ sms: stalled, email: others, fcm: others }, { workers: 2 });
  const userId = randomUUID();
  await webhooks.register(userId);
  for (let index = 0; index < 3; index++)
    await webhooks.requestMessage({ template: 'invitation', to: `+3247000000${index}` });
  await dispatcher.dispatch();
  // All workers of the lane are stalled. A code has a lane of its own.
  await webhooks.requestCode({ to: '+32470999999' });
  await webhooks.requestCode({ channel: 'email', to: 'anna@example.test' });
  await notify(userId);
  expect(await dispatcher.dispatch()).toBe(3);
  // Lanes send at once, in any order.
  await expect.poll(() => others.sent.map(({ channel }) => channel).sort()).toEqual(['email', 'push']);
  expect(stalled.to).toHaveLength(3);
  expect(stalled.to.at(-1)).toBe('+32470999999');
  released.resolve();
  await dispatcher.settled();
  await dispatcher.dispatch();
  await dispatcher.settled();
  expect((await webhooks.deliveries()).map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'sent'));
});

test('L5 an open breaker takes no delivery and uses up no attempt; one probe at a time closes it', async () => {
  const template = 'invitation';
  let works = false;
  let answers = Promise.resolve();
  const attempted: string[] = [];
  const carrier: MessageSender = {
    send: async ({ id }) => {
      attempted.push(id);
      await answers;
      if (!works) throw new CarrierFailure('http_503');
      return {};
    },
  };
  const dispatcher = webhooks.dispatcher({ email: carrier });
  const dispatch = async () => {
    const count = await dispatcher.dispatch();
    await dispatcher.settled();
    return count;
  };
  for (let index = 0; index < 8; index++)
    await webhooks.requestMessage({ template, channel: 'email', to: `${index}@example.test` });
  expect(await dispatch()).toBe(8);
  webhooks.advanceClock(9);
  for (const to of ['late@example.test', 'later@example.test'])
    await webhooks.requestMessage({ template, channel: 'email', to });
  expect(await dispatch()).toBe(0);
  webhooks.advanceClock(1);
  const probe = Promise.withResolvers<void>();
  answers = probe.promise;
  expect([await dispatcher.dispatch(), await dispatcher.dispatch()]).toEqual([1, 0]);
  probe.resolve();
  await dispatcher.settled();
  expect(await dispatch()).toBe(0);
  expect(attempted).toHaveLength(9);
  works = true;
  webhooks.advanceClock(120);
  expect(await dispatch()).toBe(1);
  expect(await dispatch()).toBe(9);
  expect((await webhooks.deliveries()).every(({ state }) => state === 'sent')).toBe(true);
});

test('L5 pushes that cannot be made do not open the breaker of their carrier', async () => {
  const [broken, other] = [randomUUID(), randomUUID()];
  for (const userId of [broken, other]) await webhooks.register(userId);
  // Sealed with another key, so the token cannot be opened.
  await webhooks.db
    .updateTable('device')
    .set({ wrapped_key: Buffer.alloc(40) })
    .where('user_id', '=', broken)
    .execute();
  const carrier = recorder();
  const dispatcher = webhooks.dispatcher({ fcm: carrier });
  for (let index = 0; index < 6; index++) await notify(broken);
  expect(await dispatcher.dispatch()).toBe(6);
  await dispatcher.settled();
  await notify(other);
  expect(await dispatcher.dispatch()).toBe(1);
  await dispatcher.settled();
  expect(carrier.sent.map(({ to }) => to)).toEqual([other]);
});

test('E4 parks a delivery after its last attempt, and sends it again on request', async () => {
  await webhooks.requestMessage({ template: 'invitation', expiresAt: '2026-01-12T09:00:00.000Z' });
  const [{ id } = { id: '' }] = await webhooks.deliveries();
  const redrive = (at = webhooks.clock.now) =>
    webhooks.db.transact((trx) => redriveDelivery(trx, id, { at, reason: 'Twilio works again' }));
  expect(await redrive()).toBe(false);
  for (let attempt = 1; attempt <= 13; attempt++) {
    await webhooks.send(failing('twilio_20003'));
    webhooks.advanceClock([30, 120, 600, 3600, 14_400][attempt - 1] ?? 43_200);
  }
  expect(await findParked(webhooks.db, 10)).toMatchObject([{ id, channel: 'sms', template: 'invitation' }]);
  const attempts = await findAttempts(webhooks.db, id);
  expect(attempts.map(({ attempt, reason }) => [attempt, reason])).toEqual(
    Array.from({ length: 12 }, (_, index) => [index + 1, 'twilio_20003']),
  );
  expect(await redrive(new Date('2026-01-12T09:00:00.000Z'))).toBe(false);
  expect(await redrive()).toBe(true);
  expect(await redrive()).toBe(false);
  const carrier = recorder();
  await webhooks.send(carrier);
  await webhooks.send(carrier);
  expect(carrier.sent).toMatchObject([{ id, to: '+32470123456', template: 'invitation' }]);
  expect(await webhooks.deliveries()).toMatchObject([{ state: 'sent', attempt_count: 1, sealed: null }]);
  expect((await webhooks.emitted(auditRecorded.webhooks)).at(-1)).toMatchObject({
    action: 'redriveDelivery',
    objectId: id,
    reason: 'Twilio works again',
  });
});

test('deletes the content of a parked delivery when it expires', async () => {
  await webhooks.requestMessage({ template: 'invitation', expiresAt: '2026-01-12T09:00:00.000Z' });
  const [{ id } = { id: '' }] = await webhooks.deliveries();
  await webhooks.db.updateTable('delivery').set({ attempt_count: 12 }).where('id', '=', id).execute();
  await webhooks.send(failing());
  const sealed = async () => (await webhooks.deliveries()).map((one) => [one.failure, one.sealed !== null]);
  expect(await sealed()).toEqual([['attempts_used', true]]);
  const now = new Date('2026-01-12T09:00:00.000Z');
  await prune({ db: webhooks.db, log: openLog('webhooks', 'silent'), now, tasks: [pruneParkedContent] });
  expect(await sealed()).toEqual([['attempts_used', false]]);
});

test('a refused message is not retried, and a dead token removes its device only', async () => {
  const userId = randomUUID();
  const dead = await webhooks.register(userId);
  const alive = await webhooks.register(userId, { pushService: 'apns', pushToken: 'ab'.repeat(32) });
  await notify(userId);
  const works = recorder();
  const refuses: MessageSender = { send: async () => ({ refused: 'fcm_unregistered', isTokenDead: true }) };
  await webhooks.send({ fcm: refuses, apns: works });
  const devices = await webhooks.db.selectFrom('device').select('id').execute();
  expect(devices.map(({ id }) => id)).toEqual([alive]);
  expect(await webhooks.deliveries()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ device_id: dead, state: 'failed', failure: 'refused' }),
      expect.objectContaining({ device_id: alive, state: 'sent' }),
    ]),
  );
  expect(works.sent).toHaveLength(1);
});

test('a push is in the language of the person, with type, links and ids only', async () => {
  const [userId, caseId] = [randomUUID(), randomUUID()];
  const actor = person({ userId });
  await webhooks.register(userId, { locale: 'fr' });
  const carrier = recorder();
  const pushed = async () => {
    await notify(userId, 'case_decided', { caseId, outcome: 'private outcome', categoryKey: 'electrician' });
    await webhooks.send(carrier);
    return carrier.sent.at(-1);
  };
  const first = await pushed();
  const { items } = (await webhooks.get('/notifications', { actor })).body;
  expect(first).toMatchObject({ language: 'fr', title: 'Décision disponible' });
  expect(first?.push?.data).toEqual({
    type: 'case_decided',
    group: 'cases',
    notificationId: items[0].id,
    caseId,
    link: `providertrust://cases/${caseId}`,
    url: `https://app.trust.test/cases/${caseId}`,
  });
  await webhooks.put('/notification-preferences', { actor, body: { locale: 'en', quietHours: null, groups: [] } });
  expect(await pushed()).toMatchObject({ language: 'en', title: 'Decision available' });
});

test('preferences and quiet hours hold pushes and e-mails back, but no security notice', async () => {
  const userId = randomUUID();
  const actor = person({ userId });
  await webhooks.register(userId);
  const quietHours = { start: '09:00', end: '10:00', timeZone: 'UTC' };
  const groups = [{ group: 'claims', push: false, email: false }];
  await webhooks.put('/notification-preferences', { actor, body: { locale: 'fr', quietHours, groups } });
  const carrier = recorder();
  for (const template of ['claim_revoked', 'case_decided', 'new_sign_in'] as const) await notify(userId, template);
  await webhooks.send(carrier);
  expect(carrier.sent.map(({ template }) => template)).toEqual(['new_sign_in']);
  expect((await webhooks.emitted(emailRequested)).map(({ template, locale }) => [template, locale])).toEqual([
    ['case_decided', 'fr'],
    ['new_sign_in', 'fr'],
  ]);
  webhooks.advanceClock(3599);
  expect(await webhooks.send(carrier)).toBe(0);
  webhooks.advanceClock(1);
  await webhooks.send(carrier);
  expect(carrier.sent.map(({ template }) => template)).toEqual(['new_sign_in', 'case_decided']);
  expect((await webhooks.deliveries()).map(({ attempt_count }) => attempt_count)).toEqual([1, 1]);
  // Switched off after it was queued.
  await notify(userId, 'appeal_decided');
  const off = [{ group: 'appeals', push: false, email: false }];
  await webhooks.put('/notification-preferences', { actor, body: { locale: null, quietHours: null, groups: off } });
  await webhooks.send(carrier);
  expect(carrier.sent).toHaveLength(2);
});

test('P3 no text, link or push of any language contains a value of an event but the ids of its subjects', async () => {
  const userId = randomUUID();
  for (const locale of languages) await webhooks.register(userId, { locale });
  const canary = 'canary-7f3a';
  const keys = [
    'name',
    'documentNumber',
    'address',
    'phone',
    'email',
    'reason',
    'categoryKey',
    'requirementKey',
    'device',
  ];
  const subject = { caseId: canary, claimId: canary, subjectType: canary, subjectId: randomUUID() };
  const data = { ...subject, ...Object.fromEntries(keys.map((key) => [key, canary])) };
  const carrier = recorder();
  for (const template of notificationTemplates) await notify(userId, template, data);
  for (const language of languages) {
    const message = { channel: 'email', to: 'to@example.test', language } as const;
    for (const template of messageTemplates) await webhooks.requestMessage({ ...message, template });
    for (const template of notificationTemplates)
      await webhooks.requestMessage({ ...message, template, notificationId: randomUUID() });
  }
  while ((await webhooks.send(carrier)) > 0);
  for (const language of languages)
    expect(carrier.sent.filter((message) => message.language === language)).toHaveLength(
      messageTemplates.length + 2 * notificationTemplates.length,
    );
  for (const { to, contact, ...message } of carrier.sent) {
    const { push, ...content } = message;
    for (const text of [JSON.stringify(content), JSON.stringify(push?.data), JSON.stringify(emailOf(message))])
      expect(text ?? '').not.toMatch(/canary|to@example/);
  }
  expect(webhooks.logged.join('')).not.toContain(canary);
});
