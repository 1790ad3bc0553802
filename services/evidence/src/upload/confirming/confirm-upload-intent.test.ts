import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { auditRecorded } from '@trust/contracts/events/any';
import { evidenceConfirmed, uploadIntentChanged } from '@trust/contracts/events/evidence';
import { representative } from '@trust/service-testing/actors';
import { afterAll, expect, test } from 'vitest';
import { confirm, makeCase, makeIntent, makeUpload, mebibyte, pdf, sendParts } from '../../../test/make.ts';
import { startEvidence } from '../../../test/service.ts';
import { snapshot } from '../../../test/stored-state.ts';

const evidence = await startEvidence({ connections: 10 });
afterAll(() => evidence[Symbol.asyncDispose]());

test('C4 U1 confirming creates one version of the sent bytes and submits the intent', async () => {
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

test('a second document of the same kind becomes the next version of the same evidence', async () => {
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

test('C1 confirming again returns 409, or the stored response under the same Idempotency-Key', async () => {
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

test('U1 a session can be confirmed once the right bytes replace the wrong ones', async () => {
  const made = await makeCase(evidence);
  const document = pdf();
  const intent = await makeIntent(evidence, made, document);
  await sendParts(evidence, intent, pdf());
  expect((await confirm(evidence, made.rep, intent)).status).toBe(409);
  await sendParts(evidence, intent, document);
  expect((await confirm(evidence, made.rep, intent)).status).toBe(201);
});

test("D2 another provider's intent gets the same 404 as one that does not exist", async () => {
  const upload = await makeUpload(evidence, await makeCase(evidence));
  const stranger = representative(randomUUID());
  const foreign = await confirm(evidence, stranger, upload);
  const unknown = await confirm(evidence, stranger, { path: upload.path.replace(upload.id, randomUUID()) });
  expect(foreign.status).toBe(404);
  const masked = ({ body }: typeof foreign) => ({ ...body, requestId: '', instance: '' });
  expect(masked(foreign)).toEqual(masked(unknown));
});

test('D2 a colleague’s intent gets the same 404 on confirm as on the other routes', async () => {
  const made = await makeCase(evidence);
  const upload = await makeUpload(evidence, made);
  const actor = representative(made.providerId);
  const before = await snapshot(evidence);
  const masked = ({ status, body }: { status: number; body: object }) => [
    status,
    { ...body, requestId: '', instance: '' },
  ];
  const absent = masked(await evidence.get(upload.path.replace(upload.id, randomUUID()), { actor }));
  expect(absent[0]).toBe(404);
  expect(masked(await evidence.get(upload.path, { actor }))).toEqual(absent);
  expect(masked(await confirm(evidence, actor, upload))).toEqual(absent);
  expect(await snapshot(evidence)).toEqual(before);
});

test('U8 returns 409 for the 21st document of a requirement', async () => {
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
