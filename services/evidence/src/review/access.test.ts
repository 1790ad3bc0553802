import { randomUUID } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { openDb } from '@trust/service-kit/database/db';
import { operator, representative } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignedTo, evidenceOf, makeCase, makeReviewable, mebibyte, pdf } from '../../test/make.ts';
import { type Evidence, pathOf, startEvidence } from '../../test/service.ts';
import { whileLocked } from '../../test/while-locked.ts';
import { saveCase } from '../from-other-services/cases/queries.ts';
import { endGrants } from './queries.ts';

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence({ connections: 10 });
});
afterAll(() => evidence[Symbol.asyncDispose]());

async function underReview(document = pdf()) {
  const made = await makeCase(evidence);
  const reviewer = operator('reviewer');
  const reviewable = await makeReviewable(evidence, made, reviewer.userId, document);
  const ask = async (actor = reviewer) =>
    (await evidence.post(reviewable.grantsPath, { actor, body: { reason: 'To check the document.' } })).body;
  const read = (url: string, range?: string, actor = reviewer) =>
    evidence.get(pathOf(url), { actor, headers: range ? { range } : {} });
  const readItem = async () =>
    (await evidence.get(`${evidenceOf(made)}/${reviewable.evidenceId}`, { actor: made.rep })).body;
  return { made, reviewer, ask, read, readItem, ...reviewable };
}

const readsOf = async (versionId: string) =>
  (await evidence.emitted(auditRecorded.evidence)).filter(
    ({ action, objectId }) => action === 'getEvidenceContent' && objectId === versionId,
  );

test('Z4 returns 404 for the next range after the case is reassigned', async () => {
  const document = pdf(3 * mebibyte);
  const { made, ask, read, evidenceVersionId } = await underReview(document);
  const { url } = await ask();
  const half = await read(url, `bytes=0-${mebibyte - 1}`);
  expect([half.status, document.subarray(0, mebibyte).equals(half.body)]).toEqual([206, true]);
  await made.change({ duties: assignedTo({ review: randomUUID() }) });
  const next = await read(url, `bytes=${mebibyte}-`);
  expect(next).toMatchObject({ status: 404, body: { type: 'http://trust.test/problems/not-found' } });
  expect(await readsOf(evidenceVersionId)).toHaveLength(1);
});

test.each([
  [61, 206],
  [899, 206],
  [900, 404],
])('Z4 %d seconds after the grant, its URL returns %d', async (seconds, status) => {
  const { ask, read } = await underReview();
  const { url } = await ask();
  const start = evidence.clock.now;
  evidence.advanceClock(seconds);
  expect((await read(url, 'bytes=0-9')).status).toBe(status);
  expect((await read(url, 'bytes=0-9', operator('reviewer'))).status).toBe(404);
  evidence.clock.now = start;
});

test('Z4 a read waits for a concurrent reassignment and returns 404', async () => {
  const { made, ask, read, evidenceVersionId } = await underReview();
  const { url, grantId } = await ask();
  const answer = await whileLocked(
    evidence,
    async (trx) => {
      await saveCase(trx, Object.assign(made, { duties: assignedTo({ review: randomUUID() }) }));
      await endGrants(trx, [grantId], evidence.clock.now);
    },
    () => read(url),
  );
  expect(answer.status).toBe(404);
  expect(await readsOf(evidenceVersionId)).toEqual([]);
});

test('Z4 a read that cannot be audited fails before its first byte', async () => {
  const { ask, read, readItem, document } = await underReview();
  const { url } = await ask();
  await using owner = openDb<unknown>({ url: evidence.ownerUrl, max: 1 });
  await sql`create function refuse_entry() returns trigger language plpgsql as
    $$ begin raise exception 'no room for an entry'; end $$`.execute(owner);
  await sql`create trigger refuse_entry before insert on outbox for each row
    when (new.payload ->> 'action' = 'getEvidenceContent') execute function refuse_entry()`.execute(owner);
  const refused = await read(url);
  await sql`drop trigger refuse_entry on outbox`.execute(owner);
  expect(refused.status).toBe(500);
  expect(JSON.stringify(refused.body)).not.toContain('%PDF');
  expect((await readItem()).version.openings).toEqual({ count: 0, lastAt: null });
  const answer = await read(url);
  expect([answer.status, document.equals(answer.body)]).toEqual([200, true]);
});

test('representatives see how often and when a document was opened, not by whom', async () => {
  const { made, reviewer, ask, read, readItem, evidenceId, evidenceVersionId } = await underReview();
  const first = await ask();
  expect((await readItem()).version.openings).toEqual({ count: 0, lastAt: null });
  const start = evidence.clock.now.toISOString();
  await read(first.url);
  evidence.advanceClock(60);
  await read(first.url, 'bytes=0-9');
  const last = evidence.clock.now.toISOString();
  const decider = operator('decider');
  await made.change({
    state: 'recommended',
    duties: assignedTo({ review: reviewer.userId, decide: decider.userId }),
  });
  const second = await ask(decider);
  evidence.advanceClock(60);
  await read(second.url, undefined, decider);
  const now = evidence.clock.now.toISOString();

  const body = await readItem();
  expect(body.version.openings).toEqual({ count: 2, lastAt: now });
  expect(body.versions[0].receipts).toEqual([
    { openedAt: now, lastReadAt: now },
    { openedAt: start, lastReadAt: last },
  ]);
  const list = await evidence.get(evidenceOf(made), { actor: representative(made.providerId) });
  expect(list.body.items[0].version).toMatchObject({ id: evidenceVersionId, openings: { count: 2, lastAt: now } });
  const disclosed = JSON.stringify([body, list.body]);
  for (const secret of [reviewer.userId, decider.userId, first.grantId, second.grantId, first.url.split('/').at(-1)])
    expect(disclosed).not.toContain(secret);
  expect(disclosed).toContain(evidenceId);
});

test('a reviewer sees that another provider submitted the same bytes, but not which', async () => {
  const document = pdf();
  const [first, second, alone] = [await underReview(document), await underReview(document), await underReview()];
  const again = await second.ask();
  expect(again.sameContentElsewhere).toBe(true);
  expect((await first.ask()).sameContentElsewhere).toBe(true);
  expect((await alone.ask()).sameContentElsewhere).toBe(false);
  for (const secret of [first.made.providerId, first.made.caseId, first.evidenceVersionId, first.made.rep.userId])
    expect(JSON.stringify(again)).not.toContain(secret);
  // The same document twice from one provider is not reported.
  const twice = await makeCase(evidence);
  const reviewer = operator('reviewer');
  await makeReviewable(evidence, twice, reviewer.userId, document.subarray(0, 2048));
  await twice.change({ state: 'awaiting_evidence' });
  const { grantsPath } = await makeReviewable(evidence, twice, reviewer.userId, document.subarray(0, 2048));
  const granted = await evidence.post(grantsPath, { actor: reviewer, body: { reason: 'To check the document.' } });
  expect(granted).toMatchObject({ status: 201, body: { sameContentElsewhere: false } });
});
