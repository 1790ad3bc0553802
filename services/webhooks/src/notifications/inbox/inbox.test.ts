import { randomUUID } from 'node:crypto';
import { auditRecorded, notificationRequested } from '@trust/contracts/events/any';
import type { NotificationTemplate } from '@trust/contracts/notifications/notification-templates';
import { prune } from '@trust/service-kit/database/prune';
import { openLog } from '@trust/service-kit/observability/log';
import { person } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebhooks, type Webhooks } from '../../../test/service.ts';
import { pruneNotifications } from './queries.ts';

let webhooks: Webhooks;
beforeAll(async () => {
  webhooks = await startWebhooks();
});
afterAll(() => webhooks[Symbol.asyncDispose]());

const caseId = randomUUID();

async function notify(userId: string, template: NotificationTemplate, data: Record<string, string> = { caseId }) {
  await webhooks.deliver(notificationRequested.verification, { userId, providerId: null, template, data });
  webhooks.advanceClock(1);
}

type Listed = { id: string; type: string; state: string };
const typesOf = (items: Listed[]) => items.map(({ type, state }) => `${type} ${state}`);

test('lists a person’s notifications newest first, in the language of the request, with links and counts', async () => {
  const [actor, other] = [person(), person()];
  const data = { caseId, categoryKey: 'electrician', note: 'private' };
  for (const template of ['case_opened', 'case_decided', 'new_sign_in'] as const)
    await notify(actor.userId, template, data);
  await notify(other.userId, 'case_opened');

  const first = await webhooks.get('/notifications?limit=2', { actor, headers: { 'accept-language': 'fr' } });
  expect(first).toMatchObject({
    status: 200,
    body: {
      unreadCount: 3,
      groups: expect.arrayContaining([
        { group: 'security', unreadCount: 1 },
        { group: 'cases', unreadCount: 2 },
        { group: 'claims', unreadCount: 0 },
      ]),
      items: [
        { type: 'new_sign_in', group: 'security', links: { app: 'providertrust://account/sessions' } },
        {
          type: 'case_decided',
          title: 'Décision disponible',
          caseId,
          claimId: null,
          state: 'unread',
          links: { app: `providertrust://cases/${caseId}`, web: `https://app.trust.test/cases/${caseId}` },
        },
      ],
    },
  });
  expect(JSON.stringify(first.body)).not.toContain('private');
  const next = await webhooks.get(`/notifications?limit=2&cursor=${first.body.nextCursor}`, { actor });
  expect(next.body).toMatchObject({ items: [{ type: 'case_opened' }], nextCursor: null });
  expect((await webhooks.get('/notifications?group=cases', { actor })).body.items).toHaveLength(2);
  // Promise D3: bound to the person and the filter.
  for (const [path, by] of [
    [`/notifications?cursor=${first.body.nextCursor}`, other],
    [`/notifications?group=cases&cursor=${first.body.nextCursor}`, actor],
    [`/notifications?since=${first.body.nextSince}`, other],
    ['/notifications?since=0', actor],
  ] as const)
    expect(await webhooks.get(path, { actor: by })).toMatchObject({ status: 400 });
});

test('notifications lead to what they are about, on the platform’s start page where the app has no address', async () => {
  const [actor, id] = [person(), randomUUID()];
  for (const [template, key, folder] of [
    ['enquiry_message', 'enquiryId', 'enquiries'],
    ['review_published', 'reviewId', 'reviews'],
    ['dispute_resolved', 'disputeId', 'disputes'],
    ['report_decided', 'reportId', 'reports'],
    ['media_rejected', 'mediaId', 'workspace/media'],
    ['claim_revoked', 'claimId', 'claims'],
  ] as const) {
    await notify(actor.userId, template, { [key]: id });
    expect((await webhooks.get('/notifications?limit=1', { actor })).body.items).toMatchObject([
      {
        [key]: id,
        caseId: null,
        links: { app: `providertrust://${folder}/${id}`, web: `https://app.trust.test/${folder}/${id}` },
      },
    ]);
  }
  await notify(actor.userId, 'enquiry_message', {});
  expect((await webhooks.get('/notifications?limit=1', { actor })).body.items).toMatchObject([
    { enquiryId: null, links: { app: 'providertrust://account' } },
  ]);
  await using without = await startWebhooks({ appUrl: null });
  const data = { enquiryId: id };
  await without.deliver(notificationRequested.provider, {
    ...{ userId: actor.userId, providerId: null, template: 'enquiry_message', data },
  });
  expect((await without.get('/notifications', { actor })).body.items).toMatchObject([
    { links: { app: `providertrust://enquiries/${id}`, web: 'http://trust.test' } },
  ]);
});

test('a notice of a role that the command line gave names the role', async () => {
  const actor = person();
  await notify(actor.userId, 'approver_made', { role: 'security' });
  expect((await webhooks.get('/notifications', { actor })).body.items).toMatchObject([
    { group: 'security', text: expect.stringContaining('gave the role security to an operator') },
  ]);
});

test('`since` returns what is new or was read since then, without gaps over pages', async () => {
  const actor = person();
  const listSince = (since: string, more = '') => webhooks.get(`/notifications?since=${since}${more}`, { actor });
  for (const template of ['case_opened', 'evidence_available', 'case_decided'] as const)
    await notify(actor.userId, template);
  const start = (await webhooks.get('/notifications?limit=1', { actor })).body;
  await notify(actor.userId, 'appeal_received');
  // The second page keeps the moment of the first.
  const second = (await webhooks.get(`/notifications?limit=1&cursor=${start.nextCursor}`, { actor })).body;
  const oldest = (await webhooks.get('/notifications', { actor })).body.items.at(-1).id;
  await webhooks.post(`/notifications/${oldest}/read`, { actor });

  for (const { nextSince } of [start, second]) {
    const { body } = await listSince(nextSince);
    expect(typesOf(body.items)).toEqual(['appeal_received unread', 'case_opened read']);
    expect((await listSince(body.nextSince)).body.items).toEqual([]);
  }
  const page = (await listSince(start.nextSince, '&limit=1')).body;
  expect(typesOf(page.items)).toEqual(['appeal_received unread']);
  const rest = (await listSince(start.nextSince, `&limit=1&cursor=${page.nextCursor}`)).body;
  expect(typesOf(rest.items)).toEqual(['case_opened read']);
  expect(typesOf((await listSince(page.nextSince)).body.items)).toEqual(['case_opened read']);
});

test('`since` misses nothing when notifications commit at the same time', async () => {
  await using concurrent = await startWebhooks({ connections: 8 });
  const actor = person();
  const seen = new Set<string>();
  let since = (await concurrent.get('/notifications', { actor })).body.nextSince;
  const writing = Promise.all(
    Array.from({ length: 24 }, () =>
      concurrent.deliver(notificationRequested.evidence, {
        userId: actor.userId,
        providerId: null,
        template: 'evidence_available',
        data: {},
      }),
    ),
  );
  const read = async () => {
    const { body } = await concurrent.get(`/notifications?since=${since}&limit=100`, { actor });
    for (const { id } of body.items) seen.add(id);
    since = body.nextSince;
  };
  for (let turn = 0; turn < 12; turn++) await read();
  await writing;
  await read();
  expect(seen.size).toBe(24);
});

test('marks one notification as read once; D2 that of another person is absent', async () => {
  const [actor, other] = [person(), person()];
  await notify(actor.userId, 'case_decided');
  const { id } = (await webhooks.get('/notifications', { actor })).body.items[0];
  const read = (by: typeof actor, which = id) => webhooks.post(`/notifications/${which}/read`, { actor: by });

  const [foreign, absent] = [await read(other), await read(other, randomUUID())];
  expect(foreign.status).toBe(404);
  expect({ ...foreign.body, requestId: '', instance: '' }).toEqual({ ...absent.body, requestId: '', instance: '' });

  const first = await read(actor);
  expect(first).toMatchObject({ status: 200, body: { id, state: 'read', readAt: expect.any(String) } });
  webhooks.advanceClock(60);
  expect((await read(actor)).body).toEqual(first.body);
  const audited = await webhooks.emitted(auditRecorded.webhooks);
  expect(audited.filter(({ objectId }) => objectId === id)).toMatchObject([
    { action: 'readNotification', actorId: actor.userId, outcome: 'done' },
  ]);
});

test('marks all as read, those of a group, or those until a time', async () => {
  const actor = person();
  for (const template of ['case_opened', 'new_sign_in', 'case_decided'] as const) await notify(actor.userId, template);
  const { items } = (await webhooks.get('/notifications', { actor })).body;
  const readAll = async (body: object) => (await webhooks.post('/notifications/read-all', { actor, body })).body;
  expect(await readAll({ latestCreatedAt: items[2].createdAt })).toMatchObject({ unreadCount: 2 });
  expect(await readAll({ group: 'security' })).toMatchObject({ unreadCount: 1 });
  expect(await readAll({})).toMatchObject({ unreadCount: 0 });
  expect(await readAll({})).toMatchObject({ unreadCount: 0 });
  expect(
    (await webhooks.emitted(auditRecorded.webhooks)).filter(({ objectType }) => objectType === 'inbox'),
  ).toHaveLength(3);
});

test('deletes notifications after a year', async () => {
  const actor = person();
  await notify(actor.userId, 'case_opened');
  webhooks.advanceClock(300 * 86_400);
  await notify(actor.userId, 'case_decided');
  const now = new Date(webhooks.clock.now.getTime() + 66 * 86_400_000);
  await prune({ db: webhooks.db, log: openLog('webhooks', 'silent'), now, tasks: [pruneNotifications] });
  expect(typesOf((await webhooks.get('/notifications', { actor })).body.items)).toEqual(['case_decided unread']);
});
