import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { auditRecorded, notificationRequested } from '@trust/contracts/events/any';
import { evidenceAvailable, evidenceRejected } from '@trust/contracts/events/evidence';
import { evidenceRefused } from '@trust/contracts/events/verification';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { assignedTo, confirm, makeCase, makeReviewable, makeUpload, pdf } from '../../test/make.ts';
import { startEvidence } from '../../test/service.ts';
import type { Examination } from '../examiner.ts';
import type { Verdict } from '../scanner.ts';
import { scanDueVersions, scanRetries } from './scan-versions.ts';
import { eicar } from './scanners/eicar.ts';
import { eicarScanner } from './scanners/eicar-scanner.ts';

let verdict: Verdict | Error | undefined;
let examination: Examination | undefined;
beforeEach(() => {
  verdict = undefined;
  examination = undefined;
});
const evidence = await startEvidence({
  scanner: {
    async scan(bytes) {
      if (verdict instanceof Error) throw verdict;
      return verdict ?? eicarScanner.scan(bytes);
    },
  },
  examiner: {
    async examine(bytes) {
      await buffer(bytes);
      return examination ?? { finding: 'acceptable', preview: undefined };
    },
  },
});
afterAll(() => evidence[Symbol.asyncDispose]());

async function confirmed(document = pdf()) {
  const made = await makeCase(evidence);
  const upload = await makeUpload(evidence, made, document);
  const { evidenceVersionId } = (await confirm(evidence, made.rep, upload)).body;
  const processing = async () => (await evidence.get(upload.path, { actor: made.rep })).body.evidence.processing;
  const announced = async () => ({
    available: (await evidence.emitted(evidenceAvailable)).filter(
      (event) => event.evidenceVersionId === evidenceVersionId,
    ),
    rejected: (await evidence.emitted(evidenceRejected)).filter(
      (event) => event.evidenceVersionId === evidenceVersionId,
    ),
    notices: (await evidence.emitted(notificationRequested.evidence)).filter(
      (event) => event.data.caseId === made.caseId,
    ),
  });
  return { made, upload, evidenceVersionId: evidenceVersionId as string, processing, announced };
}

test('a clean version becomes available and notifies the representative', async () => {
  const { made, processing, announced } = await confirmed();
  expect(await processing()).toBe('pending_scan');
  await scanDueVersions(evidence.app);
  expect(await processing()).toBe('available');
  expect(await announced()).toMatchObject({
    available: [{ caseId: made.caseId, providerId: made.providerId, requirementKey: 'identity' }],
    rejected: [],
    notices: [{ userId: made.rep.userId, template: 'evidence_available' }],
  });
});

test('U3 quarantines the EICAR test file inside a PDF and asks the representative again', async () => {
  const document = pdf(200_000);
  eicar.copy(document, 65_500);
  const { made, upload, processing, announced } = await confirmed(document);
  await scanDueVersions(evidence.app);
  expect(await processing()).toBe('quarantined');
  const { refusal } = (await evidence.get(upload.path, { actor: made.rep })).body.evidence;
  expect(refusal).toEqual({ code: 'malware', advice: expect.stringContaining('clean device') });
  const items = await evidence.get(`/providers/${made.providerId}/evidence`, { actor: made.rep });
  expect(items.body.items[0].version).toMatchObject({ refusal });
  expect(await announced()).toMatchObject({
    available: [],
    rejected: [{ caseId: made.caseId, reason: 'malware' }],
    notices: [{ userId: made.rep.userId, template: 'evidence_rejected' }],
  });
});

test.each(['failed', new Error('The scanner is away.')])(
  'U3 a version whose scan fails (%s) is unreadable and scanned again',
  async (given) => {
    const reviewer = operator('reviewer');
    verdict = given as Verdict | Error;
    const { made, processing, announced, evidenceVersionId } = await confirmed();
    await scanDueVersions(evidence.app);
    expect(await processing()).toBe('unscannable');
    await made.change({ state: 'in_review', duties: assignedTo({ review: reviewer.userId }) });
    const grant = await evidence.post(await grantsPathOf(made.caseId, evidenceVersionId), {
      actor: reviewer,
      body: { reason: 'To look at it.' },
    });
    expect(grant.status).toBe(409);

    verdict = undefined;
    expect(await scanDueVersions(evidence.app)).toBe(0);
    evidence.advanceClock(scanRetries[0] ?? 0);
    await scanDueVersions(evidence.app);
    expect(await processing()).toBe('available');
    expect(await announced()).toMatchObject({ available: [{ evidenceVersionId }], rejected: [] });
  },
);

test('U4 a refused document is unreadable and shows its reason', async () => {
  const reviewer = operator('reviewer');
  examination = { finding: 'refused', refusal: 'active_content' };
  const { made, upload, processing, announced, evidenceVersionId } = await confirmed();
  await scanDueVersions(evidence.app);
  expect(await processing()).toBe('unscannable');
  const options = { actor: made.rep, headers: { 'accept-language': 'fr' } };
  const intent = await evidence.get(upload.path, options);
  const refusal = { code: 'active_content', advice: expect.stringContaining('Imprimez-le') };
  expect(intent.body.evidence).toMatchObject({ processing: 'unscannable', refusal });
  const item = await evidence.get(`/providers/${made.providerId}/evidence/${intent.body.evidence.evidenceId}`, options);
  expect(item.body.version).toMatchObject({ processing: 'refused', refusal });
  expect(await announced()).toMatchObject({
    available: [],
    rejected: [{ reason: 'unscannable', refusal: 'active_content' }],
  });
  await made.change({ state: 'in_review', duties: assignedTo({ review: reviewer.userId }) });
  const grant = { actor: reviewer, body: { reason: 'To look at it.' } };
  expect((await evidence.post(await grantsPathOf(made.caseId, evidenceVersionId), grant)).status).toBe(409);
  evidence.advanceClock(86_400);
  expect(await scanDueVersions(evidence.app)).toBe(0);
});

test('U4 a document that timed out is scanned again before it is opened again', async () => {
  examination = { finding: 'failed' };
  const { processing } = await confirmed();
  await scanDueVersions(evidence.app);
  expect(await processing()).toBe('unscannable');
  evidence.advanceClock(scanRetries[0] ?? 0);
  examination = undefined;
  verdict = 'infected';
  await scanDueVersions(evidence.app);
  expect(await processing()).toBe('quarantined');
});

test.each(['pending_scan', 'quarantined', 'unscannable'] as const)(
  'U3 reviewers cannot read a version that is %s',
  async (state) => {
    const reviewer = operator('reviewer');
    verdict = state === 'quarantined' ? 'infected' : 'failed';
    const { made, processing, evidenceVersionId } = await confirmed();
    if (state !== 'pending_scan') await scanDueVersions(evidence.app);
    expect(await processing()).toBe(state);
    await made.change({ state: 'in_review', duties: assignedTo({ review: reviewer.userId }) });
    const options = { actor: reviewer, body: { reason: 'To look at it.' } };
    expect((await evidence.post(await grantsPathOf(made.caseId, evidenceVersionId), options)).status).toBe(409);
  },
);

test('U3 a version is rejected once, after its last failed scan', async () => {
  verdict = 'failed';
  const { processing, announced } = await confirmed();
  for (const wait of scanRetries) {
    await scanDueVersions(evidence.app);
    expect((await announced()).rejected).toEqual([]);
    evidence.advanceClock(wait);
  }
  await scanDueVersions(evidence.app);
  expect(await processing()).toBe('unscannable');
  evidence.advanceClock(86_400);
  await scanDueVersions(evidence.app);
  expect(await announced()).toMatchObject({ available: [], rejected: [{ reason: 'unscannable' }] });
});

test('two results of one scan are saved once', async () => {
  const { processing, announced } = await confirmed();
  const first = scanDueVersions(evidence.app);
  await Promise.all([first, scanDueVersions(evidence.app)]);
  expect(await processing()).toBe('available');
  expect(await announced()).toMatchObject({ available: [{}], notices: [{}] });
  expect((await announced()).available).toHaveLength(1);
});

test('no version becomes available without a scanner', async () => {
  const { processing } = await confirmed();
  expect(await scanDueVersions({ ...evidence.app, scanner: undefined })).toBe(0);
  expect(await processing()).toBe('pending_scan');
});

test('evidence that its case refused is withdrawn and unreadable, scanned or not', async () => {
  const reviewer = operator('reviewer');
  const made = await makeCase(evidence);
  const { evidenceVersionId, grantsPath } = await makeReviewable(evidence, made, reviewer.userId);
  const intent = await evidence.db
    .selectFrom('evidence_version')
    .select('intent_id')
    .where('id', '=', evidenceVersionId)
    .executeTakeFirstOrThrow();
  const refusal = {
    reason: 'case_moved_on' as const,
    evidenceVersionId,
    intentId: intent.intent_id,
    caseId: made.caseId,
    providerId: made.providerId,
    requirementKey: 'identity',
    occurredAt: made.occurredAt,
  };
  const grant = await evidence.post(grantsPath, { actor: reviewer, body: { reason: 'To look at it.' } });
  await evidence.deliver(evidenceRefused, refusal);
  await evidence.deliver(evidenceRefused, refusal);
  const { pathname } = new URL(grant.body.url);
  expect((await evidence.get(pathname.slice('/api/v1'.length), { actor: reviewer })).status).toBe(404);
  const entries = (await evidence.emitted(auditRecorded.evidence)).filter(({ permission }) => permission === 'event');
  expect(entries).toMatchObject([{ action: 'withdrawEvidence', objectId: evidenceVersionId }]);
});

test.each([1, 7, 68, 69, 4096])('the test file is found in chunks of %d bytes', async (size) => {
  const bytes = Buffer.concat([Buffer.alloc(100, 'x'), eicar, Buffer.alloc(100, 'x')]);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  expect(await eicarScanner.scan(Readable.from(chunks))).toBe('infected');
  expect(await eicarScanner.scan(Readable.from([eicar.subarray(0, -1)]))).toBe('clean');
});

async function grantsPathOf(caseId: string, versionId: string): Promise<string> {
  const { evidence_id } = await evidence.db
    .selectFrom('evidence_version')
    .select('evidence_id')
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow();
  return `/verification-cases/${caseId}/evidence/${evidence_id}/review-grants`;
}
