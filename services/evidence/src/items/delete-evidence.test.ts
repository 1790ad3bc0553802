import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { auditRecorded } from '@trust/contracts/events/any';
import { evidenceWithdrawn } from '@trust/contracts/events/evidence';
import { legalHoldChanged } from '@trust/contracts/events/identity';
import { providerErased } from '@trust/contracts/events/provider';
import { operator, representative } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  colleague,
  evidenceOf,
  type MadeCase,
  makeCase,
  makeClaim,
  makeReviewable,
  submitById,
} from '../../test/make.ts';
import { type Evidence, pathOf, startEvidence } from '../../test/service.ts';
import { redactDueVersions } from '../retention/redaction/redact-versions.ts';
import { scanDueVersions } from '../scanning/scan-versions.ts';

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence({ connections: 10 });
});
afterAll(() => evidence[Symbol.asyncDispose]());

const erase = (made: MadeCase, evidenceId: string, actor = made.rep) =>
  evidence.delete(`${evidenceOf(made)}/${evidenceId}`, { actor });
const read = async (made: MadeCase, evidenceId: string) =>
  (await evidence.get(`${evidenceOf(made)}/${evidenceId}`, { actor: made.rep })).body;
const hold = (personId: string, held: boolean) =>
  evidence.deliver(legalHoldChanged, { userId: personId, held, occurredAt: evidence.clock.now.toISOString() });
const days = (count: number) => evidence.advanceClock(count * 86_400);
const objectOf = async (versionId: string) => {
  const { object_key } = await evidence.db
    .selectFrom('evidence_version')
    .select('object_key')
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow();
  return (await readdir(join(evidence.folder, 'objects'))).includes(object_key);
};

test('withdrawn evidence is announced per version, unreadable, and keeps its history', async () => {
  const made = await makeCase(evidence);
  const reviewer = operator('reviewer');
  const first = await submitById(evidence, made);
  const { grantsPath, evidenceVersionId } = await makeReviewable(evidence, made, reviewer.userId);
  const grant = await evidence.post(grantsPath, { actor: reviewer, body: { reason: 'To check the document.' } });
  expect((await evidence.get(pathOf(grant.body.url), { actor: reviewer })).status).toBe(200);

  const answer = await erase(made, first.evidenceId, representative(made.providerId));
  expect(answer).toMatchObject({ status: 204 });
  expect(await read(made, first.evidenceId)).toMatchObject({
    versionCount: 2,
    versions: [
      { number: 2, processing: 'withdrawn' },
      { number: 1, processing: 'withdrawn' },
    ],
  });
  expect((await evidence.get(pathOf(grant.body.url), { actor: reviewer })).status).toBe(404);
  expect((await evidence.post(grantsPath, { actor: reviewer, body: { reason: 'To check it again.' } })).status).toBe(
    409,
  );
  expect((await erase(made, first.evidenceId)).body).toEqual(answer.body);

  const emittedEvents = (await evidence.emitted(evidenceWithdrawn)).filter(({ caseId }) => caseId === made.caseId);
  expect(emittedEvents.map((event) => event.evidenceVersionId).sort()).toEqual(
    [first.evidenceVersionId, evidenceVersionId].sort(),
  );
  const entries = (await evidence.emitted(auditRecorded.evidence)).filter(
    ({ objectId }) => objectId === first.evidenceId,
  );
  expect(entries).toMatchObject([{ action: 'deleteEvidence', after: { versions: 2, state: 'withdrawn' } }]);
});

test('a scan result does not change a withdrawn document', async () => {
  const made = await makeCase(evidence);
  const { evidenceId } = await submitById(evidence, made);
  await erase(made, evidenceId);
  await scanDueVersions(evidence.app);
  expect((await read(made, evidenceId)).version.processing).toBe('withdrawn');
});

test.each(['recommended', 'decided', 'under_appeal', 'closed'] as const)(
  'what a case rests on that is %s cannot be withdrawn',
  async (state) => {
    const made = await makeCase(evidence);
    const { evidenceId } = await submitById(evidence, made);
    await made.change({ state });
    expect(await erase(made, evidenceId)).toMatchObject({
      status: 409,
      body: { type: 'http://trust.test/problems/state-conflict' },
    });
    expect((await read(made, evidenceId)).version.processing).toBe('pending_scan');
  },
);

test('a document that an operator marked as final stays while its case is under way', async () => {
  const made = await makeCase(evidence);
  const [forged, blurred] = [
    await submitById(evidence, made),
    await submitById(evidence, made, { documentKind: 'certificate' }),
  ];
  const marks = [
    { evidenceVersionId: forged.evidenceVersionId, review: 'rejected' as const },
    { evidenceVersionId: blurred.evidenceVersionId, review: 'correction_requested' as const },
  ];
  for (const state of ['awaiting_correction', 'in_review'] as const) {
    await made.change({ state, evidenceReviews: marks });
    expect(await erase(made, forged.evidenceId)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Wait for the decision, or withdraw the case.') },
    });
    expect((await read(made, forged.evidenceId)).version.processing).toBe('pending_scan');
  }
  expect((await erase(made, blurred.evidenceId)).status).toBe(204);
  await made.change({ state: 'withdrawn' });
  expect((await erase(made, forged.evidenceId)).status).toBe(204);

  const taken = await makeCase(evidence);
  const { evidenceId, evidenceVersionId } = await submitById(evidence, taken);
  const review = 'rejected' as const;
  await taken.change({ state: 'awaiting_correction', evidenceReviews: [{ evidenceVersionId, review }] });
  await taken.change({ state: 'in_review', evidenceReviews: [] });
  expect((await erase(taken, evidenceId)).status).toBe(204);
});

test.each(['withdrawn', 'expired'] as const)(
  'what a claim was granted on stays, also after its case was %s',
  async (state) => {
    const made = await makeCase(evidence);
    const [basis, other] = [
      await submitById(evidence, made),
      await submitById(evidence, made, { documentKind: 'certificate' }),
    ];
    const claim = await makeClaim(evidence, made, basis.evidenceVersionId);
    await made.change({ state });
    expect((await erase(made, basis.evidenceId)).status).toBe(409);
    await claim.change({ state: 'suspended' });
    expect((await erase(made, basis.evidenceId)).status).toBe(409);
    expect((await erase(made, other.evidenceId)).status).toBe(204);
  },
);

test('P1 deletes the bytes after thirty days with an audit entry and keeps row and hash', async () => {
  const made = await makeCase(evidence);
  const [gone, kept] = [
    await submitById(evidence, made),
    await submitById(evidence, made, { documentKind: 'certificate' }),
  ];
  await erase(made, gone.evidenceId);
  const start = evidence.clock.now;
  days(29);
  await redactDueVersions(evidence.app);
  expect(await objectOf(gone.evidenceVersionId)).toBe(true);
  days(1);
  await redactDueVersions(evidence.app);
  expect([await objectOf(gone.evidenceVersionId), await objectOf(kept.evidenceVersionId)]).toEqual([false, true]);
  expect((await read(made, gone.evidenceId)).versions).toMatchObject([
    { id: gone.evidenceVersionId, processing: 'redacted', sizeBytes: 4096 },
  ]);
  const row = await evidence.db
    .selectFrom('evidence_version')
    .select('sha256')
    .where('id', '=', gone.evidenceVersionId)
    .executeTakeFirstOrThrow();
  expect(row.sha256).toHaveLength(32);
  const entries = await evidence.emitted(auditRecorded.evidence);
  expect(entries.filter(({ objectId }) => objectId === gone.evidenceVersionId)).toMatchObject([
    { action: 'createEvidence' },
    {
      action: 'redactEvidence',
      permission: 'schedule',
      actorId: null,
      before: { state: 'withdrawn' },
      after: { state: 'redacted' },
    },
  ]);
  evidence.clock.now = start;
});

test('P2 a legal hold on the uploader blocks withdrawal and redaction, also by raw SQL, until it is lifted', async () => {
  const made = await makeCase(evidence);
  const { userId } = made.rep;
  const [first, second] = [
    await submitById(evidence, made),
    await submitById(evidence, made, { documentKind: 'certificate' }),
  ];
  await erase(made, first.evidenceId);
  await hold(userId, true);
  for (const actor of [made.rep, representative(made.providerId)])
    expect(await erase(made, second.evidenceId, actor)).toMatchObject({
      status: 409,
      body: { type: 'http://trust.test/problems/legal-hold' },
    });
  const start = evidence.clock.now;
  days(60);
  await redactDueVersions(evidence.app);
  expect(await objectOf(first.evidenceVersionId)).toBe(true);
  const smuggled = evidence.db
    .updateTable('evidence_processing')
    .set({ state: 'redacted' })
    .where('version_id', '=', first.evidenceVersionId)
    .execute();
  await expect(smuggled).rejects.toThrow(/legal hold .* is in force/);

  await hold(userId, false);
  await redactDueVersions(evidence.app);
  expect(await objectOf(first.evidenceVersionId)).toBe(false);
  expect((await erase(made, second.evidenceId)).status).toBe(204);
  await hold(userId, true);
  evidence.clock.now = start;
});

test('P2 documents of an erased provider under a legal hold are redacted when it is lifted', async () => {
  const made = await makeCase(evidence);
  const other = { ...made, rep: await colleague(evidence, made.providerId) };
  const [mine, theirs] = [await submitById(evidence, made), await submitById(evidence, other)];
  await hold(other.rep.userId, true);
  await evidence.deliver(providerErased, { providerId: made.providerId, occurredAt: evidence.clock.now.toISOString() });
  const statesOf = async () =>
    (await read(made, mine.evidenceId)).versions.map(({ processing }: { processing: string }) => processing);
  expect(await statesOf()).toEqual(['withdrawn', 'redacted']);
  await hold(other.rep.userId, false);
  await redactDueVersions(evidence.app);
  expect(await statesOf()).toEqual(['redacted', 'redacted']);
  expect(await objectOf(theirs.evidenceVersionId)).toBe(false);
});

test('D2 withdrawing foreign evidence gets the same 404 as unknown evidence', async () => {
  const [mine, other] = [await makeCase(evidence), await makeCase(evidence)];
  const { evidenceId } = await submitById(evidence, other);
  const answers = [await erase(mine, evidenceId), await erase(mine, randomUUID())];
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  const masked = answers.map(({ body }) => ({ ...body, requestId: '', instance: '' }));
  expect(masked[0]).toEqual(masked[1]);
});
