import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { auditRecorded } from '@trust/contracts/events/any';
import { evidenceConfirmed, uploadIntentChanged } from '@trust/contracts/events/evidence';
import { serviceRemoved, serviceSelected } from '@trust/contracts/events/provider';
import { representative } from '@trust/service-testing/actors';
import { afterAll, expect, test } from 'vitest';
import {
  confirm,
  jpeg,
  type MadeCase,
  makeCase,
  makeIntent,
  makeUpload,
  mebibyte,
  pdf,
  sendParts,
} from '../../../test/make.ts';
import { pathOf, startEvidence } from '../../../test/service.ts';
import { snapshot } from '../../../test/snapshot.ts';

const evidence = await startEvidence({ connections: 10 });
afterAll(() => evidence[Symbol.asyncDispose]());

test('a confirmed upload becomes one immutable version of what was sent, and its parts are gone', async () => {
  const made = await makeCase(evidence);
  const document = pdf(11 * mebibyte + 7);
  const upload = await makeUpload(evidence, made, document);
  const answer = await confirm(evidence, made.rep, upload);

  expect(answer).toMatchObject({
    status: 201,
    body: { confirmedAt: evidence.clock.now.toISOString(), processing: 'pending_scan' },
  });
  const { evidenceVersionId } = answer.body;
  const version = await evidence.db
    .selectFrom('evidence_version')
    .selectAll()
    .where('id', '=', evidenceVersionId)
    .executeTakeFirstOrThrow();
  expect(version).toMatchObject({
    number: 1,
    upload_session_id: upload.session.id,
    uploaded_by: made.rep.userId,
    media_type: 'application/pdf',
    size_bytes: document.length,
    sha256: createHash('sha256').update(document).digest(),
  });
  expect(document.equals(await readFile(join(evidence.folder, 'objects', version.object_key)))).toBe(true);
  expect(await evidence.get(upload.path, { actor: made.rep })).toMatchObject({
    body: {
      state: 'submitted',
      session: { state: 'confirmed', parts: [] },
      evidence: { evidenceVersionId, processing: 'pending_scan' },
    },
  });

  const confirmed = (await evidence.emitted(evidenceConfirmed)).filter(({ caseId }) => caseId === made.caseId);
  expect(confirmed).toMatchObject([
    {
      evidenceVersionId,
      evidenceId: version.evidence_id,
      intentId: upload.id,
      uploaderId: made.rep.userId,
      documentKind: 'passport',
    },
  ]);
  const states = (await evidence.emitted(uploadIntentChanged)).filter(({ intentId }) => intentId === upload.id);
  expect(states.map(({ state }) => state)).toEqual(['open', 'uploading', 'submitted']);
  const entries = (await evidence.emitted(auditRecorded.evidence)).filter(
    ({ objectId }) => objectId === evidenceVersionId,
  );
  expect(entries).toMatchObject([{ action: 'confirmUploadIntent', actorId: made.rep.userId }]);
});

test('a second document of the same kind is the next version of the same evidence', async () => {
  const made = await makeCase(evidence);
  for (const document of [pdf(), pdf()]) {
    expect((await confirm(evidence, made.rep, await makeUpload(evidence, made, document))).status).toBe(201);
  }
  const rows = await evidence.db
    .selectFrom('evidence_version')
    .innerJoin('evidence_item', 'evidence_item.id', 'evidence_version.evidence_id')
    .select(['number', 'evidence_id'])
    .where('case_id', '=', made.caseId)
    .orderBy('number')
    .execute();
  expect(rows.map(({ number }) => number)).toEqual([1, 2]);
  expect(new Set(rows.map((row) => row.evidence_id)).size).toBe(1);
});

test('confirming twice is 409, or the stored answer under the same Idempotency-Key', async () => {
  const made = await makeCase(evidence);
  const upload = await makeUpload(evidence, made);
  const key = randomUUID();
  const first = await confirm(evidence, made.rep, upload, key);
  const again = await confirm(evidence, made.rep, upload, key);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect([again.status, again.body]).toEqual([201, first.body]);

  const before = await snapshot(evidence);
  expect(await confirm(evidence, made.rep, upload)).toMatchObject({
    status: 409,
    body: { type: 'http://trust.test/problems/upload-state', errors: [{ code: 'session_ended' }] },
  });
  expect(await snapshot(evidence)).toEqual(before);
});

const breaks: [string, (made: MadeCase) => Promise<unknown>, number, string][] = [
  [
    'the case is no longer asking for the requirement',
    (made) => made.change({ requirementKeys: ['insurance'] }),
    400,
    'case_requirement',
  ],
  ['the case is in review', (made) => made.change({ state: 'in_review' }), 400, 'case_state'],
  ['the service was removed', (made) => evidence.deliver(serviceRemoved, removed(made)), 400, 'service_version'],
  ['the service was selected anew', (made) => reselect(made), 400, 'service_version'],
];
const removed = ({ selection: { requirementVersionId: _, ...rest } }: MadeCase) => rest;
const reselect = ({ selection }: MadeCase) =>
  evidence.deliver(serviceSelected, { ...selection, selectionId: randomUUID(), requirementVersionId: randomUUID() });

test.each(breaks)('C4 when %s, confirming is refused and nothing changes', async (_name, breakIt, status, code) => {
  const made = await makeCase(evidence);
  const upload = await makeUpload(evidence, made);
  await breakIt(made);
  const before = await snapshot(evidence);
  expect(await confirm(evidence, made.rep, upload)).toMatchObject({ status, body: { errors: [{ code }] } });
  expect(await snapshot(evidence)).toEqual(before);
});

test('C4 when a colleague created the session, confirming is refused and nothing changes', async () => {
  const made = await makeCase(evidence);
  const upload = await makeUpload(evidence, made);
  const before = await snapshot(evidence);
  expect(await confirm(evidence, representative(made.providerId), upload)).toMatchObject({
    status: 400,
    body: {
      type: 'http://trust.test/problems/confirmation-scope',
      errors: [{ field: 'session', code: 'session_creator' }],
    },
  });
  expect(await snapshot(evidence)).toEqual(before);
});

test("D2 another provider's intent answers like one that does not exist, and nothing changes", async () => {
  const made = await makeCase(evidence);
  const upload = await makeUpload(evidence, made);
  const stranger = representative(randomUUID());
  const before = await snapshot(evidence);
  const foreign = await confirm(evidence, stranger, upload);
  const unknown = await confirm(evidence, stranger, { path: upload.path.replace(upload.id, randomUUID()) });
  expect([foreign.status, unknown.status]).toEqual([404, 404]);
  const masked = ({ body }: typeof foreign) => ({ ...body, requestId: '', instance: '' });
  expect(masked(foreign)).toEqual(masked(unknown));
  expect(await snapshot(evidence)).toEqual(before);
});

test('M4 a session is not confirmable from the moment of its expiry on', async () => {
  const made = await makeCase(evidence);
  const upload = await makeUpload(evidence, made);
  const start = evidence.clock.now;
  try {
    evidence.advanceClock(3600);
    const before = await snapshot(evidence);
    expect(await confirm(evidence, made.rep, upload)).toMatchObject({
      status: 409,
      body: { errors: [{ code: 'session_expired' }] },
    });
    expect(await snapshot(evidence)).toEqual(before);
    evidence.advanceClock(-1);
    expect((await confirm(evidence, made.rep, upload)).status).toBe(201);
  } finally {
    evidence.clock.now = start;
  }
});

test.each([
  ['parts_missing', 'one part never came', pdf(6 * mebibyte), async () => {}],
  [
    'hash_mismatch',
    'other bytes of the same length came',
    pdf(),
    (intent: Intent) => sendParts(evidence, intent, pdf()),
  ],
  [
    'media_type_mismatch',
    'a JPEG came as a PDF',
    jpeg(),
    (intent: Intent, document: Buffer) => sendParts(evidence, intent, document),
  ],
])('U1 %s: when %s, confirming is refused and nothing changes', async (code, _name, document, send) => {
  const made = await makeCase(evidence);
  const intent = await makeIntent(evidence, made, document);
  if (code === 'parts_missing') {
    await evidence.put(pathOf(intent.session.parts[1].url), { rawBody: document.subarray(5 * mebibyte) });
  }
  await send(intent, document);
  const before = await snapshot(evidence);
  expect(await confirm(evidence, made.rep, intent)).toMatchObject({
    status: 409,
    body: { type: 'http://trust.test/problems/upload-state', errors: [{ code }] },
  });
  expect(await snapshot(evidence)).toEqual(before);
});

type Intent = Awaited<ReturnType<typeof makeIntent>>;

test('U1 after the right bytes are sent in place of the wrong ones, the same session is confirmable', async () => {
  const made = await makeCase(evidence);
  const document = pdf();
  const intent = await makeIntent(evidence, made, document);
  await sendParts(evidence, intent, pdf());
  expect((await confirm(evidence, made.rep, intent)).status).toBe(409);
  await sendParts(evidence, intent, document);
  expect((await confirm(evidence, made.rep, intent)).status).toBe(201);
});

test('a requirement takes twenty documents', async () => {
  const made = await makeCase(evidence);
  const waiting = await makeUpload(evidence, made);
  for (let number = 1; number <= 20; number++)
    await confirm(evidence, made.rep, await makeUpload(evidence, made, pdf(1024)));
  const before = await snapshot(evidence);
  expect(await confirm(evidence, made.rep, waiting)).toMatchObject({
    status: 409,
    body: { errors: [{ code: 'versions' }] },
  });
  expect(await snapshot(evidence)).toEqual(before);
});
