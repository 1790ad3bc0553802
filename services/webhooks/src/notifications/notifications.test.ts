import { randomUUID } from 'node:crypto';
import { notificationRequested } from '@trust/contracts/events/any';
import { representativeAssigned, representativeEnded } from '@trust/contracts/events/provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebhooks, type Webhooks } from '../../test/service.ts';

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

const inboxOf = (userId: string) =>
  webhooks.db.selectFrom('notification').selectAll().where('user_id', '=', userId).execute();

test('everybody who represents the provider is told, once, in the inbox and by a push', async () => {
  const providerId = randomUUID();
  const [first, second] = [await represent(providerId), await represent(providerId)];
  const ended = await represent(providerId);
  await webhooks.deliver(representativeEnded, ended);
  const stranger = await represent(randomUUID());

  const [payload, eventId] = [
    { userId: null, providerId, template: 'case_opened' as const, data: { categoryKey: 'electrician' } },
    randomUUID(),
  ];
  for (const _again of [1, 2]) await webhooks.deliver(notificationRequested.verification, payload, eventId);
  while ((await webhooks.send()) > 0);

  for (const { userId } of [first, second]) {
    expect(await inboxOf(userId)).toMatchObject([
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
    expect(await inboxOf(userId)).toEqual([]);
    expect((await webhooks.mailbox(userId)).body.items).toEqual([]);
  }
});

test('one person alone can be told', async () => {
  const userId = randomUUID();
  await webhooks.deliver(notificationRequested.identity, {
    userId,
    providerId: null,
    template: 'case_decided',
    data: {},
  });
  expect(await inboxOf(userId)).toHaveLength(1);
});

test('E3 a notification that overtakes the assignment waits for it; one for a provider that nobody represents any more is done', async () => {
  const providerId = randomUUID();
  const notify = () =>
    webhooks.deliver(notificationRequested.evidence, {
      userId: null,
      providerId,
      template: 'evidence_available',
      data: {},
    });
  await expect(notify()).rejects.toThrow('Nobody is known yet');
  const assignment = await represent(providerId);
  await notify();
  expect(await inboxOf(assignment.userId)).toHaveLength(1);
  await webhooks.deliver(representativeEnded, assignment);
  await notify();
  expect(await inboxOf(assignment.userId)).toHaveLength(1);
});
