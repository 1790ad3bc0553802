import { evidenceRead, reviewGranted } from '@trust/contracts/events/evidence';
import { operator } from '@trust/service-testing/actors';
import { afterAll, expect, test } from 'vitest';
import { assignedTo, makeCase, makeReviewable, mebibyte, pdf } from '../../test/make.ts';
import { pathOf, startEvidence } from '../../test/service.ts';
import { whileLocked } from '../../test/while-locked.ts';
import type { Trx } from '../app.ts';
import { insertRead } from './queries.ts';
import { recordSent } from './record-sent.ts';

const size = 4096;
let isLegible = true;
const preview = Buffer.alloc(size, 1);
const evidence = await startEvidence({
  connections: 10,
  examiner: {
    async examine(bytes) {
      for await (const _ of bytes);
      return { finding: 'acceptable', preview: { bytes: preview, isLegible } };
    },
  },
});
afterAll(() => evidence[Symbol.asyncDispose]());

async function underReview(document = pdf(size)) {
  const made = await makeCase(evidence);
  const reviewer = operator('reviewer');
  const reviewable = await makeReviewable(evidence, made, reviewer.userId, document);
  const { evidenceVersionId, grantsPath } = reviewable;
  const grant = async () =>
    (await evidence.post(grantsPath, { actor: reviewer, body: { reason: 'To check the document.' } })).body
      .url as string;
  const url = await grant();
  const read = (range?: string, of = url) =>
    evidence.get(pathOf(of), { actor: reviewer, ...(range && { headers: { range } }) });
  const announced = async () =>
    (await evidence.emitted(evidenceRead)).filter((one) => one.evidenceVersionId === evidenceVersionId);
  const parts = async () =>
    evidence.db
      .selectFrom('sent_part as part')
      .innerJoin('review_grant as grant', 'grant.id', 'part.grant_id')
      .select('part.bytes')
      .where('grant.version_id', '=', evidenceVersionId)
      .execute();
  /** A part is recorded after its last byte, together with the read that it completes. */
  const recorded = (count: number) => expect.poll(parts).toHaveLength(count);
  return { made, reviewer, grant, url, read, announced, recorded, ...reviewable };
}

const assignmentOf = async (caseId: string) =>
  (
    await evidence.db
      .selectFrom('case_assignee')
      .select('assignment_id')
      .where('case_id', '=', caseId)
      .executeTakeFirst()
  )?.assignment_id;

test('T2 a grant and the first whole read are announced, by ids', async () => {
  const { made, reviewer, read, announced, recorded, evidenceVersionId } = await underReview();
  const assignmentId = await assignmentOf(made.caseId);
  const ids = { evidenceVersionId, caseId: made.caseId, assignmentId, reviewerId: reviewer.userId };
  const granted = (await evidence.emitted(reviewGranted)).filter((one) => one.evidenceVersionId === evidenceVersionId);
  expect(granted).toEqual([{ ...ids, occurredAt: evidence.clock.now.toISOString() }]);
  expect(await announced()).toEqual([]);
  await read();
  await read();
  await recorded(2);
  expect(await announced()).toEqual([{ ...ids, occurredAt: evidence.clock.now.toISOString() }]);
});

test('T2 ranges are a read once their union is whole, in any order and over several grants', async () => {
  const { read, grant, announced, recorded } = await underReview();
  for (const range of ['bytes=0-9', 'bytes=2000-4095', 'bytes=5-1000', 'bytes=1002-1999']) await read(range);
  await recorded(4);
  expect(await announced()).toEqual([]);
  await read('bytes=1001-1001', await grant());
  await recorded(5);
  expect(await announced()).toHaveLength(1);
});

test('T2 sixteen ranges that are sent at the same time make one read', async () => {
  const { read, announced, recorded } = await underReview();
  const step = size / 16;
  await Promise.all(Array.from({ length: 16 }, (_, part) => read(`bytes=${part * step}-${(part + 1) * step - 1}`)));
  await recorded(16);
  expect(await announced()).toHaveLength(1);
});

test('T2 of two parts that are recorded at once, the second sees the first', async () => {
  const { reviewer, evidenceVersionId, announced } = await underReview();
  const {
    id: grantId,
    case_id,
    assignment_id,
  } = await evidence.db
    .selectFrom('review_grant')
    .select(['id', 'case_id', 'assignment_id'])
    .where('version_id', '=', evidenceVersionId)
    .executeTakeFirstOrThrow();
  const record = async (trx: Trx, start: number, end: number) => {
    const [readId, at] = [evidence.app.newId(), evidence.clock.now];
    await insertRead(trx, { id: readId, grantId, at });
    const of = { readId, version: { id: evidenceVersionId, grant_id: grantId, case_id, assignment_id } };
    const what = { rendition: { size_bytes: size }, isPreview: false, isLegible: true, range: { start, end } };
    await recordSent(trx, { ...of, ...what, reviewerId: reviewer.userId, at });
  };
  await whileLocked(
    evidence,
    (trx) => record(trx, 0, 2047),
    () => evidence.db.transact((trx) => record(trx, 2048, 4095)),
  );
  expect(await announced()).toHaveLength(1);
});

test('T2 one byte, HEAD, a preview too small to read and a response that broke off are no read', async () => {
  isLegible = false;
  const { url, read, reviewer, announced, recorded } = await underReview(pdf(11 * mebibyte));
  isLegible = true;
  await read('bytes=0-0');
  expect((await evidence.open(pathOf(url), { actor: reviewer, method: 'HEAD' })).status).toBe(200);
  expect((await evidence.get(`${pathOf(url)}?rendition=preview`, { actor: reviewer })).status).toBe(200);
  const stop = new AbortController();
  const broken = await evidence.open(pathOf(url), { actor: reviewer, signal: stop.signal });
  await broken.body?.getReader().read();
  stop.abort();
  // By the end of two more reads the service has noticed that the response broke off.
  await read('bytes=1-1');
  await read('bytes=2-2');
  await recorded(4);
  expect(await announced()).toEqual([]);
  await read();
  await recorded(5);
  expect(await announced()).toHaveLength(1);
});

test('T2 a whole preview that shows the page at its width is a read; parts of both do not make one', async () => {
  const { url, read, reviewer, announced, recorded } = await underReview();
  await read('bytes=0-2047');
  const page = `${pathOf(url)}?rendition=preview`;
  await evidence.get(page, { actor: reviewer, headers: { range: 'bytes=2048-4095' } });
  await recorded(2);
  expect(await announced()).toEqual([]);
  await evidence.get(page, { actor: reviewer });
  await recorded(3);
  expect(await announced()).toHaveLength(1);
});

test('T2 what was read before a duty began again, or by somebody else, does not count', async () => {
  const { made, reviewer, read, grant, announced, recorded } = await underReview();
  await read('bytes=0-2047');
  const other = operator('reviewer');
  await made.change({ duties: assignedTo({ review: other.userId }) });
  await made.change({ duties: assignedTo({ review: reviewer.userId }) });
  const again = await grant();
  await read('bytes=2048-4095', again);
  await recorded(2);
  expect(await announced()).toEqual([]);
  await read('bytes=0-2047', again);
  await recorded(3);
  expect(await announced()).toMatchObject([{ assignmentId: await assignmentOf(made.caseId) }]);
});

test('T2 while the case names no assignment nothing is recorded or announced', async () => {
  const { made, reviewer, grant, read, announced, recorded } = await underReview();
  await made.change({ duties: [{ duty: 'review', assigneeId: reviewer.userId }] });
  await read(undefined, await grant());
  await made.change({ duties: assignedTo({ review: reviewer.userId }) });
  await read(undefined, await grant());
  await recorded(1);
  expect(await announced()).toMatchObject([{ assignmentId: await assignmentOf(made.caseId) }]);
});
