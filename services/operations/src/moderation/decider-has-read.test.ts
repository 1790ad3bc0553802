import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { moderationRead, moderationRequested } from '@trust/contracts/events/customers';
import { publicMediaChanged, publicMediaRead } from '@trust/contracts/events/public-media';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Operations, startOperations } from '../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

const at = () => operations.clock.now.toISOString();
const notRead = { status: 409, body: { type: 'http://trust.test/problems/content-not-read' } };

type Asked = { subjectId: string; round?: number; contentRevision?: number };

async function ask(kind: 'review' | 'dispute' | 'report', { subjectId, round = 1, contentRevision = 1 }: Asked) {
  await operations.deliver(moderationRequested, {
    ...{ requestId: randomUUID(), subjectId, kind, round, contentRevision, isAppeal: round > 1 },
    ...{ providerId: randomUUID(), categoryKey: null, reasonCode: 'other', involvedIds: [] },
    ...{ readyAt: at(), occurredAt: at() },
  });
}

const read = ({ userId }: Actor, { subjectId, round = 1, contentRevision = 1 }: Asked) =>
  operations.deliver(moderationRead, {
    ...{ requestId: randomUUID(), subjectId, round, contentRevision, readerId: userId, occurredAt: at() },
  });

const decide = (actor: Actor, path: string, outcome: string, reasonCode: string) =>
  operations.post(`/operations/${path}/decisions`, {
    ...{ actor, headers: { 'idempotency-key': randomUUID() } },
    body: { outcome, reasonCode, reason: 'The text keeps the rules of reviews.' },
  });

test('T2 nobody decides about a review that was not sent to them in this round', async () => {
  const subjectId = randomUUID();
  const [first, second] = [operations.operator('supervisor'), operations.operator('supervisor')];
  const approve = (actor: Actor) => decide(actor, `review-moderations/${subjectId}`, 'approved', 'complies');
  await ask('review', { subjectId });
  expect(await approve(first)).toMatchObject(notRead);
  await read(second, { subjectId });
  await read(first, { subjectId: randomUUID() });
  expect(await approve(first)).toMatchObject(notRead);
  await read(first, { subjectId });
  expect(await approve(first)).toMatchObject({ status: 201 });
  await ask('review', { subjectId, round: 2 });
  expect(await approve(second)).toMatchObject(notRead);
  await read(second, { subjectId, round: 2 });
  expect(await approve(second)).toMatchObject({ status: 201 });
});

test('T2 a statement after the read of a dispute needs another read', async () => {
  const subjectId = randomUUID();
  const actor = operations.operator('supervisor');
  const find = () => decide(actor, `disputes/${subjectId}`, 'no_finding', 'insufficient_information');
  await ask('dispute', { subjectId });
  await read(actor, { subjectId });
  await ask('dispute', { subjectId, contentRevision: 2 });
  expect(await find()).toMatchObject(notRead);
  await read(actor, { subjectId, contentRevision: 2 });
  await read(actor, { subjectId });
  expect(await find()).toMatchObject({ status: 201 });
});

test('T2 a report needs a read too', async () => {
  const subjectId = randomUUID();
  const actor = operations.operator('supervisor');
  await ask('report', { subjectId });
  const dismiss = () => decide(actor, `provider-reports/${subjectId}`, 'dismissed', 'no_breach');
  expect(await dismiss()).toMatchObject(notRead);
  await read(actor, { subjectId });
  expect(await dismiss()).toMatchObject({ status: 201 });
});

test('T2 an image is decided about by an operator who saw it and its description, in a later round too', async () => {
  const mediaId = randomUUID();
  const [first, second] = [operations.operator('supervisor'), operations.operator('supervisor')];
  const image = { mediaId, providerId: randomUUID(), uploaderId: randomUUID(), kind: 'work' as const };
  await operations.deliver(publicMediaChanged, { ...image, state: 'pending', published: null, occurredAt: at() });
  expect(await decide(first, `media/${mediaId}`, 'approved', 'complies')).toMatchObject(notRead);
  const see = (part: 'image' | 'description') =>
    operations.deliver(publicMediaRead, { mediaId, part, readerId: first.userId, occurredAt: at() });
  await see('image');
  expect(await decide(first, `media/${mediaId}`, 'approved', 'complies')).toMatchObject(notRead);
  await see('description');
  expect(await decide(first, `media/${mediaId}`, 'approved', 'complies')).toMatchObject({ status: 201 });
  expect(await decide(second, `media/${mediaId}`, 'rejected', 'harmful')).toMatchObject(notRead);
  expect(await decide(first, `media/${mediaId}`, 'rejected', 'harmful')).toMatchObject({ status: 201 });
});
