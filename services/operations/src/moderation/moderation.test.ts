import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { moderationRequested, moderationWithdrawn } from '@trust/contracts/events/customers';
import { moderationDecided, publicMediaDecided } from '@trust/contracts/events/operations';
import { publicMediaChanged } from '@trust/contracts/events/public-media';
import { representative } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readContent } from '../../test/read-content.ts';
import { type Operations, startOperations } from '../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

const reason = 'The text keeps the rules of reviews.';

async function request(changes: Record<string, unknown> = {}) {
  const at = operations.clock.now.toISOString();
  const payload = {
    requestId: randomUUID(),
    subjectId: randomUUID(),
    kind: 'review' as const,
    round: 1,
    isAppeal: false,
    providerId: randomUUID(),
    categoryKey: 'electrician',
    reasonCode: 'pending',
    involvedIds: [] as string[],
    readyAt: at,
    occurredAt: at,
    ...changes,
  };
  await operations.deliver(moderationRequested, payload);
  return payload;
}

const newKey = () => ({ 'idempotency-key': randomUUID() });
async function decide(actor: Actor, path: string, body: object) {
  await readContent(operations, actor, path.split('/').at(-1) ?? '');
  return operations.post(`/operations/${path}/decisions`, { actor, headers: newKey(), body: { reason, ...body } });
}
const decideReview = (actor: Actor, id: string, outcome = 'approved') =>
  decide(actor, `review-moderations/${id}`, {
    outcome,
    reasonCode: outcome === 'approved' ? 'complies' : 'harmful',
  });
const queue = async (actor: Actor, kind: string) =>
  (await operations.get(`/operations/triage?kind=${kind}&limit=100`, { actor })).body.items.map(
    ({ subject }: { subject: { id: string } }) => subject.id,
  );

test('a review waits in the queue until an operator decides, who tells provider why', async () => {
  const { subjectId, providerId } = await request();
  const actor = operations.operator('supervisor');
  expect(await queue(actor, 'review_moderation')).toContain(subjectId);
  expect(await queue(operations.operator('reviewer'), 'review_moderation')).toEqual([]);
  expect(await decideReview(actor, subjectId, 'refused')).toMatchObject({
    status: 201,
    body: { state: 'decided', outcome: 'refused', decisionReason: 'harmful', deciderId: actor.userId },
  });
  expect((await operations.emitted(moderationDecided)).at(-1)).toMatchObject({
    ...{ subjectId, kind: 'review', round: 1, providerId, outcome: 'refused', reasonCode: 'harmful' },
  });
  expect((await operations.audited('createReviewDecision')).at(-1)).toMatchObject({ objectId: subjectId, reason });
  expect(await queue(actor, 'review_moderation')).not.toContain(subjectId);
  expect(await decideReview(actor, subjectId)).toMatchObject({ status: 400 });
});

test('a response to a review waits in its own queue and is decided apart from the review', async () => {
  const { subjectId } = await request({ kind: 'review_response', reasonCode: 'harmful' });
  const actor = operations.operator('supervisor');
  expect(await queue(actor, 'review_response_moderation')).toContain(subjectId);
  expect(await queue(actor, 'review_moderation')).not.toContain(subjectId);
  expect(await decideReview(actor, subjectId, 'refused')).toMatchObject({ status: 404 });
  const path = '/operations/review-response-moderations';
  const decided = await decide(actor, `review-response-moderations/${subjectId}`, {
    outcome: 'refused',
    reasonCode: 'harmful',
  });
  expect(decided).toMatchObject({ status: 201, body: { subjectId, outcome: 'refused' } });
  expect((await operations.get(`${path}?state=decided`, { actor })).body.items).toMatchObject([{ subjectId }]);
  expect((await operations.emitted(moderationDecided)).at(-1)).toMatchObject({ kind: 'review_response', subjectId });
});

test('T1 a name waits in a queue of its own, for an operator who did not send it', async () => {
  const actor = operations.operator('supervisor');
  const { subjectId, providerId } = await request({ kind: 'name', categoryKey: null, reasonCode: 'first_name' });
  const own = await request({ kind: 'name', categoryKey: null, involvedIds: [actor.userId] });
  expect(await queue(actor, 'name_moderation')).toEqual([subjectId]);
  expect(await queue(operations.operator('reviewer'), 'name_moderation')).toEqual([]);
  const path = '/operations/name-moderations';
  const decideName = (id: string, reasonCode = 'claims_a_check') =>
    decide(actor, `name-moderations/${id}`, { outcome: 'refused', reasonCode });
  expect(await decideName(own.subjectId)).toMatchObject({ status: 409 });
  expect(await decideName(subjectId, 'off_topic')).toMatchObject({ status: 400 });
  expect(await decideName(subjectId)).toMatchObject({ status: 201, body: { decisionReason: 'claims_a_check' } });
  expect((await operations.get(`${path}?providerId=${providerId}`, { actor })).body.items).toMatchObject([
    { subjectId },
  ]);
  expect((await operations.emitted(moderationDecided)).at(-1)).toMatchObject({ kind: 'name', subjectId });
});

test.each([
  ['review', 'approved', 'off_topic'],
  ['review', 'refused', 'complies'],
  ['review_response', 'approved', 'harmful'],
  ['name', 'approved', 'offensive'],
  ['name', 'refused', 'complies'],
])('a decision about a %s that is %s has no reason %s', async (kind, outcome, reasonCode) => {
  const { subjectId } = await request({ kind });
  const actor = operations.operator('supervisor');
  const path = `${kind.replace('_', '-')}-moderations/${subjectId}`;
  expect(await decide(actor, path, { outcome, reasonCode })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'reasonCode', code: 'invalid_value' }] },
  });
});

test('Z3 another operator decides the appeal; nobody decides about themselves or a provider they represent', async () => {
  const { subjectId, providerId } = await request();
  const first = operations.operator('supervisor');
  await decideReview(first, subjectId);
  await request({ subjectId, providerId, round: 2, isAppeal: true, reasonCode: 'appeal' });
  const separated = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };
  expect(await decideReview(first, subjectId, 'refused')).toMatchObject(separated);
  expect(await decideReview(operations.operator('supervisor'), subjectId, 'refused')).toMatchObject({ status: 201 });

  const author = operations.operator('supervisor');
  const own = await request({ involvedIds: [author.userId] });
  expect(await queue(author, 'review_moderation')).not.toContain(own.subjectId);
  expect(await decideReview(author, own.subjectId)).toMatchObject(separated);
  const insider = { ...operations.operator('supervisor'), assignments: representative(own.providerId).assignments };
  expect(await decideReview(insider, own.subjectId)).toMatchObject({ status: 404 });
  // The end of the assignment after the request changes nothing.
  const ended = { assignment_id: randomUUID(), provider_id: own.providerId, user_id: insider.userId };
  const endedAt = new Date(operations.clock.now.getTime() + 3_600_000);
  await operations.db
    .insertInto('representative')
    .values({ ...ended, ended_at: endedAt })
    .execute();
  expect(await decideReview({ ...insider, assignments: [] }, own.subjectId)).toMatchObject(separated);
});

test('Z3 who is added to those involved while a review waits cannot decide it any more', async () => {
  const flagged = await request({ involvedIds: [randomUUID()] });
  const flagger = operations.operator('supervisor');
  expect(await queue(flagger, 'review_moderation')).toContain(flagged.subjectId);
  await operations.deliver(moderationRequested, { ...flagged, involvedIds: [...flagged.involvedIds, flagger.userId] });
  expect(await queue(flagger, 'review_moderation')).not.toContain(flagged.subjectId);
  const separated = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };
  expect(await decideReview(flagger, flagged.subjectId)).toMatchObject(separated);
  expect(await decideReview(operations.operator('supervisor'), flagged.subjectId)).toMatchObject({ status: 201 });
});

test('a dispute can be decided once the other side responded or its time passed, not after withdrawal', async () => {
  const actor = operations.operator('supervisor');
  const readyAt = new Date(operations.clock.now.getTime() + 14 * 86_400_000).toISOString();
  const dispute = await request({ kind: 'dispute', reasonCode: 'no_show', readyAt });
  const decideDispute = (id: string) =>
    decide(actor, `disputes/${id}`, { outcome: 'for_customer', reasonCode: 'no_response' });
  expect(await queue(actor, 'dispute')).not.toContain(dispute.subjectId);
  expect(await decideDispute(dispute.subjectId)).toMatchObject({ status: 409 });
  await operations.deliver(moderationRequested, { ...dispute, readyAt: dispute.occurredAt });
  expect(await queue(actor, 'dispute')).toContain(dispute.subjectId);
  const listed = await operations.get(`/operations/disputes?providerId=${dispute.providerId}&state=open`, { actor });
  expect(listed.body.items).toMatchObject([{ subjectId: dispute.subjectId, isReady: true, slaStatus: 'on_track' }]);
  expect(await decideDispute(dispute.subjectId)).toMatchObject({ status: 201, body: { outcome: 'for_customer' } });

  const withdrawn = await request({ kind: 'dispute', reasonCode: 'price' });
  const { requestId, subjectId, kind, round, providerId, occurredAt } = withdrawn;
  await operations.deliver(moderationWithdrawn, {
    requestId,
    subjectId,
    kind: kind as 'dispute',
    round,
    providerId,
    occurredAt,
  });
  expect(await decideDispute(subjectId)).toMatchObject({ status: 400 });
});

test('a report is decided as a record; a review is not decided as a report', async () => {
  const report = await request({ kind: 'report', categoryKey: null, reasonCode: 'fraud' });
  const actor = operations.operator('supervisor');
  expect(await decideReview(actor, report.subjectId)).toMatchObject({ status: 404 });
  const listed = await operations.get(`/operations/provider-reports?providerId=${report.providerId}`, { actor });
  expect(listed.body.items).toMatchObject([{ subjectId: report.subjectId, categoryKey: null }]);
  const path = `provider-reports/${report.subjectId}`;
  const contradictory = [
    ['upheld', 'no_breach'],
    ['upheld', 'duplicate'],
    ['dismissed', 'action_taken'],
  ] as const;
  for (const [outcome, reasonCode] of contradictory)
    expect(await decide(actor, path, { outcome, reasonCode })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'reasonCode', code: 'invalid_value' }] },
    });
  expect(await decide(actor, path, { outcome: 'dismissed', reasonCode: 'no_breach' })).toMatchObject({
    status: 201,
    body: { outcome: 'dismissed' },
  });
  const review = await operations.get(`/operations/review-moderations?providerId=${report.providerId}`, { actor });
  expect(review.body.items).toEqual([]);
});

test('M2 the database rejects changes of a decision', async () => {
  const { subjectId } = await request();
  await decideReview(operations.operator('supervisor'), subjectId);
  await expect(
    sql`update moderation set outcome = 'refused' where subject_id = ${subjectId}`.execute(operations.db),
  ).rejects.toThrow(/immutable/);
});

async function offerImage(changes: { mediaId?: string; state?: 'pending' | 'removed'; uploaderId?: string } = {}) {
  const ids = {
    mediaId: randomUUID() as string,
    providerId: randomUUID() as string,
    uploaderId: randomUUID() as string,
  };
  const occurredAt = operations.clock.now.toISOString();
  const image = { ...ids, kind: 'work' as const, state: 'pending' as const, published: null, occurredAt, ...changes };
  await operations.deliver(publicMediaChanged, image);
  return image;
}
const decideImage = (actor: Actor, id: string, outcome = 'approved', reasonCode = 'complies') =>
  decide(actor, `media/${id}`, { outcome, reasonCode });

test('Z3 an image waits until an operator decides who neither uploaded it nor represents its provider', async () => {
  const actor = operations.operator('supervisor');
  const { mediaId, providerId } = await offerImage();
  expect(await queue(actor, 'media_moderation')).toContain(mediaId);
  expect(await decideImage(actor, mediaId, 'approved', 'off_topic')).toMatchObject({ status: 400 });
  expect(await decideImage(actor, mediaId, 'rejected', 'complies')).toMatchObject({ status: 400 });
  const insider = { ...actor, assignments: representative(providerId).assignments };
  expect(await decideImage(insider, mediaId)).toMatchObject({ status: 404 });
  expect(await queue(insider, 'media_moderation')).not.toContain(mediaId);
  const own = await offerImage({ uploaderId: actor.userId });
  const separated = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };
  expect(await decideImage(actor, own.mediaId)).toMatchObject(separated);

  expect(await decideImage(actor, mediaId)).toMatchObject({ status: 201, body: { outcome: 'approved', round: 1 } });
  expect(await decideImage(actor, mediaId)).toMatchObject({ status: 400 });
  expect(await queue(actor, 'media_moderation')).not.toContain(mediaId);
  expect(await decideImage(actor, mediaId, 'rejected', 'harmful')).toMatchObject({ status: 201, body: { round: 2 } });
  expect(await decideImage(actor, mediaId, 'rejected', 'harmful')).toMatchObject({ status: 400 });
  const decisions = (await operations.emitted(publicMediaDecided)).filter((one) => one.mediaId === mediaId);
  expect(decisions).toMatchObject([
    { round: 1, outcome: 'approved', reasonCode: 'complies' },
    { round: 2, outcome: 'rejected', reasonCode: 'harmful' },
  ]);
  expect((await operations.audited('createMediaDecision')).at(-1)).toMatchObject({ objectId: mediaId, reason });
});

test('a withdrawn image leaves the queue and cannot be decided', async () => {
  const actor = operations.operator('supervisor');
  const image = await offerImage();
  await operations.deliver(publicMediaChanged, { ...image, state: 'removed' });
  expect(await queue(actor, 'media_moderation')).not.toContain(image.mediaId);
  expect(await decideImage(actor, image.mediaId)).toMatchObject({ status: 400 });
});
