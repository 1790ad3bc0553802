import { randomUUID } from 'node:crypto';
import { notificationRequested } from '@trust/contracts/events/any';
import { personErased } from '@trust/contracts/events/identity';
import { person as someone } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebhooks, type Webhooks } from '../../test/service.ts';

let webhooks: Webhooks;
beforeAll(async () => {
  webhooks = await startWebhooks();
});
afterAll(() => webhooks[Symbol.asyncDispose]());

test('P2 erasure deletes notifications, mailbox and queued pushes of the person only', async () => {
  const [person, other] = [randomUUID(), randomUUID()];
  const contact = randomUUID();
  await webhooks.requestCode({ to: '+32470999991', contact });
  await webhooks.requestCode({ to: '+32470999992', contact: randomUUID() });
  const notify = (userId: string) =>
    webhooks.deliver(notificationRequested.verification, {
      userId,
      providerId: null,
      template: 'case_opened',
      data: {},
    });
  for (const userId of [person, other]) await webhooks.register(userId);
  for (const userId of [person, other]) await notify(userId);
  await webhooks.send();
  await notify(person);

  const erasedAt = webhooks.clock.now.toISOString();
  const erase = () => webhooks.deliver(personErased, { userId: person, contacts: [contact], erasedAt });
  await erase();

  const notifications = await webhooks.db.selectFrom('notification').select('user_id').execute();
  expect(notifications).toEqual([{ user_id: other }]);
  expect((await webhooks.mailbox('+32470999991')).body.items).toEqual([]);
  expect((await webhooks.mailbox(person)).body.items).toEqual([]);
  expect((await webhooks.mailbox('+32470999992')).body.items).toHaveLength(1);
  expect((await webhooks.mailbox(other)).body.items).toHaveLength(1);
  expect((await webhooks.deliveries()).filter(({ state }) => state === 'queued')).toEqual([]);
  await expect(erase()).resolves.toBeUndefined();
});

test('P2 a notice that arrives after the erasure of its person is not stored, and their write is refused', async () => {
  const [erased, other] = [someone(), someone()];
  await webhooks.deliver(personErased, {
    userId: erased.userId,
    contacts: [],
    erasedAt: webhooks.clock.now.toISOString(),
  });
  const requested = { providerId: null, template: 'case_opened', data: {} } as const;
  for (const { userId } of [erased, other])
    await webhooks.deliver(notificationRequested.verification, { ...requested, userId });
  const inboxes = await webhooks.db.selectFrom('person_inbox').select('user_id').execute();
  expect(inboxes).toContainEqual({ user_id: other.userId });
  expect(inboxes).not.toContainEqual({ user_id: erased.userId });
  const body = { locale: 'fr', quietHours: null, groups: [] };
  const put = (actor: typeof erased) => webhooks.put('/notification-preferences', { actor, body });
  expect([(await put(erased)).status, (await put(other)).status]).toEqual([401, 200]);
});
