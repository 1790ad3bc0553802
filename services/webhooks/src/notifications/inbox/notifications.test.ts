import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { notificationRequested, workNotificationRequested } from '@trust/contracts/events/any';
import { representativeAssigned, representativeEnded } from '@trust/contracts/events/representatives';
import { emailRequested } from '@trust/contracts/events/webhooks';
import type { WorkTemplate } from '@trust/contracts/notifications/work-templates';
import { person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebhooks, type Webhooks } from '../../../test/service.ts';

let webhooks: Webhooks;
beforeAll(async () => {
  webhooks = await startWebhooks();
});
afterAll(() => webhooks[Symbol.asyncDispose]());

async function represent(providerId: string) {
  const assignment = { assignmentId: randomUUID(), providerId, userId: randomUUID() };
  await webhooks.deliver(representativeAssigned, { ...assignment, role: 'owner' });
  return assignment;
}

const notificationsOf = (userId: string) =>
  webhooks.db.selectFrom('notification').selectAll().where('user_id', '=', userId).execute();

test('notifies each current representative once, by notification and push', async () => {
  const providerId = randomUUID();
  const [first, second] = [await represent(providerId), await represent(providerId)];
  const ended = await represent(providerId);
  await webhooks.deliver(representativeEnded, ended);
  const stranger = await represent(randomUUID());
  for (const { userId } of [first, second, ended, stranger]) await webhooks.register(userId);

  const [payload, eventId] = [
    { userId: null, providerId, template: 'case_opened' as const, data: { categoryKey: 'electrician' } },
    randomUUIDv7(),
  ];
  for (const _time of [1, 2]) await webhooks.deliver(notificationRequested.verification, payload, eventId);
  while ((await webhooks.send()) > 0);

  for (const { userId } of [first, second]) {
    expect(await notificationsOf(userId)).toMatchObject([
      {
        event_id: eventId,
        provider_id: providerId,
        template: 'case_opened',
        data: { categoryKey: 'electrician' },
        read_at: null,
      },
    ]);
    expect((await webhooks.mailbox(userId)).body.items).toMatchObject([
      {
        channel: 'push',
        to: userId,
        template: 'case_opened',
        text: expect.stringContaining('A verification has started.'),
      },
    ]);
  }
  for (const { userId } of [ended, stranger]) {
    expect(await notificationsOf(userId)).toEqual([]);
    expect((await webhooks.mailbox(userId)).body.items).toEqual([]);
  }
});

test('notifies a single person', async () => {
  const userId = randomUUID();
  await webhooks.deliver(notificationRequested.identity, {
    userId,
    providerId: null,
    template: 'case_decided',
    data: {},
  });
  expect(await notificationsOf(userId)).toHaveLength(1);
});

test('a push of a role that the command line gave names the role', async () => {
  const userId = randomUUID();
  await webhooks.register(userId);
  const data = { role: 'supervisor' };
  await webhooks.deliver(notificationRequested.identity, { userId, providerId: null, template: 'approver_made', data });
  while ((await webhooks.send()) > 0);
  expect((await webhooks.mailbox(userId)).body.items).toMatchObject([
    { channel: 'push', text: expect.stringContaining('gave the role supervisor to an operator') },
  ]);
});

test('an operator sees which work a notification is about', async () => {
  const userId = randomUUID();
  await webhooks.register(userId);
  const subjectId = randomUUID();
  const notify = (template: WorkTemplate, subjectType: 'field_work_item' | 'override') =>
    webhooks.deliver(workNotificationRequested.operations, { userId, template, subjectType, subjectId });
  await notify('work_assigned', 'field_work_item');
  await notify('vote_needed', 'override');
  const { body } = await webhooks.get('/notifications', { actor: person({ userId }) });
  const of = (type: string) => body.items.find((item: { type: string }) => item.type === type);
  expect(of('work_assigned')).toMatchObject({
    group: 'work',
    subject: { type: 'field_work_item', id: subjectId },
    links: { app: `providertrust://operations/field_work_item/${subjectId}` },
    caseId: null,
  });
  expect(of('vote_needed')).toMatchObject({ subject: { type: 'override', id: subjectId } });
});

test('who is named as person responsible again and again gets one push and e-mail an hour for a provider', async () => {
  const userId = randomUUID();
  await webhooks.register(userId);
  webhooks.advanceClock(3600 - ((webhooks.clock.now.getTime() / 1000) % 3600));
  const [first, second] = [randomUUID(), randomUUID()];
  const name = (providerId: string) =>
    webhooks.deliver(notificationRequested.provider, {
      userId,
      providerId,
      template: 'responsible_person_named',
      data: {},
    });
  const sent = async () => {
    while ((await webhooks.send()) > 0);
    const pushes = (await webhooks.mailbox(userId)).body.items.length;
    const emails = (await webhooks.emitted(emailRequested)).filter((one) => one.userId === userId).length;
    return [pushes, emails];
  };
  for (const _time of [1, 2, 3]) await name(first);
  expect(await notificationsOf(userId)).toHaveLength(3);
  expect(await sent()).toEqual([1, 1]);
  await name(second);
  expect(await sent()).toEqual([2, 2]);
  // Whoever repeats it every 50 minutes silences nothing of the next hour.
  for (const total of [2, 3, 4]) {
    webhooks.advanceClock(50 * 60);
    await name(first);
    expect(await sent()).toEqual([total, total]);
  }
});

test('messages of one enquiry send one push and e-mail an hour; the inbox has them all', async () => {
  const userId = randomUUID();
  await webhooks.register(userId);
  webhooks.advanceClock(3600 - ((webhooks.clock.now.getTime() / 1000) % 3600));
  const write = (enquiryId: string, template: 'enquiry_message' | 'enquiry_closed' = 'enquiry_message') =>
    webhooks.deliver(notificationRequested.provider, { userId, providerId: null, template, data: { enquiryId } });
  const sent = async () => {
    while ((await webhooks.send()) > 0);
    const emails = (await webhooks.emitted(emailRequested)).filter((one) => one.userId === userId).length;
    return [(await webhooks.mailbox(userId)).body.items.length, emails];
  };
  const [first, second] = [randomUUID(), randomUUID()];
  for (const _time of [1, 2, 3]) await write(first);
  expect(await notificationsOf(userId)).toHaveLength(3);
  expect(await sent()).toEqual([1, 1]);
  await write(second);
  expect(await sent()).toEqual([2, 2]);
  for (const _time of [1, 2]) await write(first, 'enquiry_closed');
  expect(await sent()).toEqual([4, 4]);
  webhooks.advanceClock(3600);
  await write(first);
  expect(await sent()).toEqual([5, 5]);
});

test('E3 redelivers a notification until a representative is known, and skips former representatives', async () => {
  const providerId = randomUUID();
  const notify = () =>
    webhooks.deliver(notificationRequested.evidence, {
      userId: null,
      providerId,
      template: 'evidence_available',
      data: {},
    });
  await expect(notify()).rejects.toThrow('No representative of the provider is known yet.');
  const assignment = await represent(providerId);
  await notify();
  expect(await notificationsOf(assignment.userId)).toHaveLength(1);
  await webhooks.deliver(representativeEnded, assignment);
  await notify();
  expect(await notificationsOf(assignment.userId)).toHaveLength(1);
});
