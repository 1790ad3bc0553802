import { randomUUID } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { operator } from '@trust/service-testing/actors';
import { afterAll, expect, test } from 'vitest';
import { assignedTo, makeCase, makeReviewable, pdf } from '../../test/make.ts';
import { pathOf, startEvidence } from '../../test/service.ts';

const evidence = await startEvidence({ connections: 10 });
afterAll(() => evidence[Symbol.asyncDispose]());

const body = { reason: 'To check the document.' };
const separation = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };

async function underReview(document = pdf()) {
  const made = await makeCase(evidence);
  const reviewer = operator('reviewer');
  const reviewable = await makeReviewable(evidence, made, reviewer.userId, document);
  const ask = (actor = reviewer) => evidence.post(reviewable.grantsPath, { actor, body });
  const read = (url: string, actor = reviewer, headers = {}) => evidence.get(pathOf(url), { actor, headers });
  return { made, reviewer, ask, read, ...reviewable };
}

const readsOf = async (versionId: string) =>
  (await evidence.emitted(auditRecorded.evidence)).filter(
    ({ action, objectId }) => action === 'getEvidenceContent' && objectId === versionId,
  );

test('Z4 the assigned reviewer gets 15 minutes with the bytes, as an inert attachment', async () => {
  const { ask, read, document, evidenceVersionId } = await underReview(pdf(300_000));
  const granted = await ask();
  expect(granted).toMatchObject({ status: 201, body: { expiresAt: '2026-01-05T09:15:00.000Z' } });
  const answer = await read(granted.body.url);
  expect(answer.status).toBe(200);
  expect(document.equals(answer.body)).toBe(true);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${evidenceVersionId}.pdf"`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-length': '300000',
  });
});

test('Z4 audits the grant and each read; the database does not contain the token', async () => {
  const { ask, read, reviewer, evidenceVersionId, made } = await underReview();
  const { url, grantId } = (await ask()).body;
  await read(url);
  await read(url, reviewer, { range: 'bytes=0-9' });
  const entries = (await evidence.emitted(auditRecorded.evidence)).filter(
    ({ objectId }) => objectId === evidenceVersionId,
  );
  expect(entries.slice(-3)).toMatchObject([
    {
      action: 'createReviewGrant',
      actorId: reviewer.userId,
      reason: body.reason,
      after: { grantId, caseId: made.caseId },
    },
    { action: 'getEvidenceContent', actorId: reviewer.userId, after: { grantId, partly: false } },
    { action: 'getEvidenceContent', after: { partly: true } },
  ]);
  const grants = await evidence.db.selectFrom('review_grant').selectAll().execute();
  const token = url.split('/').at(-1);
  expect(JSON.stringify([grants, entries])).not.toContain(token);
});

test.each([
  ['bytes=0-9', 206, 'bytes 0-9/4096', 0, 10],
  ['bytes=4000-', 206, 'bytes 4000-4095/4096', 4000, 4096],
  ['bytes=-96', 206, 'bytes 4000-4095/4096', 4000, 4096],
  ['bytes=4000-9000', 206, 'bytes 4000-4095/4096', 4000, 4096],
  ['bytes=4096-', 200, null, 0, 4096],
  ['bytes=0-1,5-6', 200, null, 0, 4096],
  ['bytes=9-3', 200, null, 0, 4096],
  ['bytes=-0', 200, null, 0, 4096],
])('a range of %s returns %d', async (range, status, contentRange, start, end) => {
  const { ask, read, reviewer, document } = await underReview();
  const answer = await read((await ask()).body.url, reviewer, { range });
  expect([answer.status, answer.headers.get('content-range')]).toEqual([status, contentRange]);
  expect(document.subarray(start, end).equals(answer.body)).toBe(true);
});

test('Z4 a grant ends after 15 minutes and when it is revoked or its case is reassigned or decided', async () => {
  const ends: ((review: Awaited<ReturnType<typeof underReview>>, grantId: string) => Promise<unknown>)[] = [
    async () => evidence.advanceClock(900),
    ({ grantsPath, reviewer }, grantId) => evidence.delete(`${grantsPath}/${grantId}`, { actor: reviewer }),
    ({ made }) => made.change({ duties: assignedTo({ review: randomUUID() }) }),
    ({ made }) => made.change({ duties: [] }),
    ({ made }) => made.change({ state: 'decided' }),
  ];
  for (const end of ends) {
    const review = await underReview();
    const { url, grantId } = (await review.ask()).body;
    expect((await review.read(url)).status).toBe(200);
    await end(review, grantId);
    expect((await review.read(url, review.reviewer, { range: 'bytes=10-20' })).status).toBe(404);
    expect(await readsOf(review.evidenceVersionId)).toHaveLength(1);
  }
});

test('Z4 a grant stays ended when the case returns to its reviewer', async () => {
  const { made, ask, read, reviewer } = await underReview();
  const { url } = (await ask()).body;
  await made.change({ duties: assignedTo({ review: randomUUID() }) });
  await made.change({ duties: assignedTo({ review: reviewer.userId }) });
  expect((await read(url)).status).toBe(404);
  expect((await ask()).status).toBe(201);
});

test('Z4 the URL works only for its reviewer', async () => {
  const { ask, read } = await underReview();
  const { url } = (await ask()).body;
  expect((await read(url, operator('reviewer'))).status).toBe(404);
  expect((await read(`${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404);
  expect((await evidence.get(pathOf(url))).status).toBe(401);
  expect((await read(url, operator('triage'))).status).toBe(403);
});

test('Z4 D2 an operator without the duty gets the same 404 as for an unknown case', async () => {
  const { ask, made, evidenceId, grantsPath } = await underReview();
  const other = await underReview();
  const stranger = operator('reviewer');
  const unknown = await evidence.post(grantsPath.replace(made.caseId, randomUUID()), { actor: stranger, body });
  const masked = (answer: typeof unknown) => ({ ...answer.body, requestId: '', instance: '' });
  for (const answer of [
    await ask(stranger),
    await ask(operator('decider')),
    await other.ask(operator('reviewer')),
    await evidence.post(other.grantsPath.replace(other.evidenceId, evidenceId), { actor: other.reviewer, body }),
  ]) {
    expect(answer.status).toBe(404);
    expect(masked(answer)).toEqual(masked(unknown));
  }
});

test('Z4 a decider gets a grant only with the duty `decide`, while the case awaits a decision', async () => {
  const { made, ask, read, reviewer } = await underReview();
  const decider = operator('decider');
  const assignment = assignedTo({ review: reviewer.userId, decide: decider.userId });
  expect((await ask(decider)).status).toBe(404);
  await made.change({ state: 'recommended' });
  expect((await ask(decider)).status).toBe(404);

  await made.change({ duties: assignment });
  const granted = await ask(decider);
  expect(granted.status).toBe(201);
  expect((await read(granted.body.url, decider)).status).toBe(200);
  expect((await ask(operator('decider'))).status).toBe(404);

  await made.change({ duties: assignedTo({ review: reviewer.userId }) });
  expect((await read(granted.body.url, decider)).status).toBe(404);
  await made.change({ duties: assignment });
  const again = await ask(decider);
  await made.change({ state: 'decided' });
  expect((await read(again.body.url, decider)).status).toBe(404);
});

test('Z4 a decider gets no grant before the case is recommended', async () => {
  const { made, ask, reviewer } = await underReview();
  const decider = operator('decider');
  await made.change({ duties: assignedTo({ review: reviewer.userId, decide: decider.userId }) });
  expect((await ask(decider)).status).toBe(404);
});

test('Z3 the uploader and representatives of the provider cannot review', async () => {
  const { made, ask, reviewer, read, grantsPath } = await underReview();
  const uploader = operator('reviewer', { userId: made.rep.userId });
  await made.change({ duties: assignedTo({ review: uploader.userId }) });
  expect(await ask(uploader)).toMatchObject(separation);

  await made.change({ duties: assignedTo({ review: reviewer.userId }) });
  const { url } = (await ask()).body;
  const both = { ...reviewer, assignments: made.rep.assignments };
  expect(await evidence.post(grantsPath, { actor: both, body })).toMatchObject(separation);
  expect((await read(url, both)).status).toBe(404);
});

test('M3 sixteen concurrent requests leave one open grant, the last', async () => {
  const { ask, read, evidenceVersionId } = await underReview();
  const answers = await Promise.all(Array.from({ length: 16 }, () => ask()));
  expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(201));
  const open = await evidence.db
    .selectFrom('review_grant')
    .select('id')
    .where('version_id', '=', evidenceVersionId)
    .where('ended_at', 'is', null)
    .execute();
  expect(open).toHaveLength(1);
  const statuses = await Promise.all(answers.map(async (answer) => (await read(answer.body.url)).status));
  expect(statuses.sort()).toEqual([200, ...Array(15).fill(404)]);
});

test('ending a grant is idempotent and works for its reviewer only', async () => {
  const { ask, grantsPath, reviewer } = await underReview();
  const { grantId } = (await ask()).body;
  expect((await evidence.delete(`${grantsPath}/${grantId}`, { actor: operator('reviewer') })).status).toBe(404);
  const ended = async () => (await evidence.delete(`${grantsPath}/${grantId}`, { actor: reviewer })).status;
  expect([await ended(), await ended()]).toEqual([204, 204]);
  const entries = (await evidence.emitted(auditRecorded.evidence)).filter(({ after }) => after.grantId === grantId);
  expect(entries.map(({ action }) => action)).toEqual(['createReviewGrant', 'deleteReviewGrant']);
  expect(entries[1]?.reason).toBe('Ends the own access to a document early.');
});

test.each([
  [{}, 'reason', 'required'],
  [{ reason: 'too short' }, 'reason', 'too_small'],
  [{ reason: 'two words '.repeat(51) }, 'reason', 'too_big'],
  [{ ...body, minutes: 60 }, 'minutes', 'unknown_field'],
])('rejects a grant request with %o', async (body, field, code) => {
  const { grantsPath, reviewer } = await underReview();
  expect(await evidence.post(grantsPath, { actor: reviewer, body })).toMatchObject({
    status: 400,
    body: { errors: [{ field, code }] },
  });
});
