import { operator } from '@trust/service-testing/actors';
import { answered } from '@trust/service-testing/answered';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractFor, makeCase, makeReviewable, openSession, pdf } from '../../test/make.ts';
import { type Evidence, startEvidence } from '../../test/service.ts';

/** The clock of the second replica is four minutes ahead. */
let evidence: Evidence;
let ahead: Evidence;
beforeAll(async () => {
  evidence = await startEvidence({ connections: 10 });
  ahead = await startEvidence({ connections: 10, replicaOf: evidence });
  ahead.clock.now = new Date(evidence.clock.now.getTime() + 240_000);
});
afterAll(async () => {
  await ahead[Symbol.asyncDispose]();
  await evidence[Symbol.asyncDispose]();
});

const sixteen = Array.from({ length: 16 }, (_, index) => index);
const replica = (index: number) => (index % 2 ? ahead : evidence);

test('M3 concurrent grants of two replicas with different clocks leave one open', async () => {
  const made = await makeCase(evidence);
  const reviewer = operator('reviewer');
  const { grantsPath, evidenceVersionId } = await makeReviewable(evidence, made, reviewer.userId);
  const body = { reason: 'To check the document.' };
  const answers = await Promise.all(
    sixteen.map((index) => answered(() => replica(index).post(grantsPath, { actor: reviewer, body }))),
  );
  expect(answers.map(({ status }) => status)).toEqual(sixteen.map(() => 201));
  const open = await evidence.db
    .selectFrom('review_grant')
    .select('id')
    .where('version_id', '=', evidenceVersionId)
    .where('ended_at', 'is', null)
    .execute();
  expect(open).toHaveLength(1);
});

test('M3 concurrent sessions of two replicas with different clocks leave one requested', async () => {
  const made = await makeCase(evidence);
  const body = contractFor(made, pdf());
  const start = evidence.clock.now;
  const first = await openSession(evidence, made, body);
  // Expired for one replica; three minutes left for the other.
  evidence.advanceClock(3600 - 180);
  ahead.clock.now = new Date(evidence.clock.now.getTime() + 240_000);
  const answers = await Promise.all(sixteen.map((index) => answered(() => openSession(replica(index), made, body))));
  expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(answers.map((answer) => answer.body.id))).toEqual(new Set([first.body.id]));
  const sessions = await evidence.db
    .selectFrom('upload_session')
    .select('state')
    .where('intent_id', '=', first.body.id)
    .execute();
  expect(sessions.map(({ state }) => state).sort()).toEqual(['expired', 'requested']);
  evidence.clock.now = start;
});
