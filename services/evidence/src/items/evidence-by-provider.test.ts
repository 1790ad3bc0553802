import { randomUUID } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { representative } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  confirmSession,
  contractFor,
  evidenceOf,
  intentsPath,
  type MadeCase,
  makeCase,
  mebibyte,
  openSession,
  pdf,
  sendParts,
  submitById,
} from '../../test/make.ts';
import { type Evidence, pathOf, startEvidence } from '../../test/service.ts';

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence({ connections: 10 });
});
afterAll(() => evidence[Symbol.asyncDispose]());

const actionsOn = async (objectId: string) =>
  (await evidence.emitted(auditRecorded.evidence)).filter((entry) => entry.objectId === objectId);

test("a document is opened, sent and confirmed by the provider's id", async () => {
  const made = await makeCase(evidence);
  const document = pdf(6 * mebibyte);
  const opened = await openSession(evidence, made, contractFor(made, document, { label: 'Front page' }));
  expect(opened).toMatchObject({ status: 201, body: { state: 'open', session: { state: 'requested' } } });
  await sendParts(evidence, opened.body, document);
  const confirmed = await confirmSession(evidence, made, opened.body.session.id);
  expect(confirmed).toMatchObject({ status: 201, body: { processing: 'pending_scan' } });
  const { evidenceId, evidenceVersionId } = confirmed.body;

  const { body } = await evidence.get(`${evidenceOf(made)}/${evidenceId}`, { actor: made.rep });
  expect(body).toMatchObject({
    id: evidenceId,
    caseId: made.caseId,
    categoryKey: 'electrician',
    requirementKey: 'identity',
    documentKind: 'passport',
    versionCount: 1,
    version: { id: evidenceVersionId, number: 1, label: 'Front page', sizeBytes: document.length },
    versions: [
      { id: evidenceVersionId, processing: 'pending_scan', openings: { count: 0, lastAt: null }, receipts: [] },
    ],
  });
  expect((await actionsOn(opened.body.id)).map(({ action }) => action)).toEqual([
    'createUploadSession',
    'putUploadPart',
  ]);
  expect((await actionsOn(evidenceVersionId)).map(({ action }) => action)).toEqual(['createEvidence']);
});

test('C1 an upload session requires an Idempotency-Key and returns the stored response for a repeat', async () => {
  const made = await makeCase(evidence);
  const body = contractFor(made, pdf());
  const path = `${evidenceOf(made)}/upload-sessions`;
  expect(await evidence.post(path, { actor: made.rep, body })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'Idempotency-Key', code: 'idempotency_key_required' }] },
  });
  const key = randomUUID();
  const first = await openSession(evidence, made, body, key);
  const again = await openSession(evidence, made, body, key);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.body).toEqual(first.body);
});

test('a repeated request shows the received parts and signs new URLs for the rest', async () => {
  const made = await makeCase(evidence);
  const document = pdf(11 * mebibyte);
  const body = contractFor(made, document);
  const opened = await openSession(evidence, made, body);
  const second = document.subarray(5 * mebibyte, 10 * mebibyte);
  await evidence.put(pathOf(opened.body.session.parts[1].url), { rawBody: second });
  const start = evidence.clock.now;
  evidence.advanceClock(1200);
  // The first URLs are expired, the session is not.
  expect((await evidence.put(pathOf(opened.body.session.parts[0].url), { rawBody: second })).status).toBe(404);
  const resumed = await openSession(evidence, made, body);
  expect(resumed).toMatchObject({ status: 200, body: { id: opened.body.id, state: 'uploading', attemptCount: 1 } });
  expect(resumed.body.session.id).toBe(opened.body.session.id);
  expect(resumed.body.session.parts.map(({ received }: { received: boolean }) => received)).toEqual([
    false,
    true,
    false,
  ]);
  for (const index of [0, 2]) {
    const rawBody = document.subarray(index * 5 * mebibyte, (index + 1) * 5 * mebibyte);
    await evidence.put(pathOf(resumed.body.session.parts[index].url), { rawBody });
  }
  expect((await confirmSession(evidence, made, resumed.body.session.id)).status).toBe(201);
  evidence.clock.now = start;
});

test('M4 a repeat after the session expired opens another session of the same intent', async () => {
  const made = await makeCase(evidence);
  const document = pdf();
  const body = contractFor(made, document);
  const opened = await openSession(evidence, made, body);
  await sendParts(evidence, opened.body, document);
  const start = evidence.clock.now;
  evidence.advanceClock(3600);
  const renewed = await openSession(evidence, made, body);
  expect(renewed).toMatchObject({
    status: 201,
    body: { id: opened.body.id, state: 'uploading', attemptCount: 2, session: { parts: [{ received: false }] } },
  });
  expect(renewed.body.session.id).not.toBe(opened.body.session.id);
  expect(await confirmSession(evidence, made, opened.body.session.id)).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'session', code: 'intent_session' }] },
  });
  await sendParts(evidence, renewed.body, document);
  expect((await confirmSession(evidence, made, renewed.body.session.id)).status).toBe(201);
  evidence.clock.now = start;
});

test('C2 sixteen concurrent requests, by either route, create one intent', async () => {
  const made = await makeCase(evidence);
  const body = contractFor(made, pdf());
  const equal = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      index % 2 ? openSession(evidence, made, body) : evidence.post(intentsPath, { actor: made.rep, body }),
    ),
  );
  expect(equal.map(({ status }) => status).sort()).toEqual([...Array(15).fill(200), 201]);
  expect(new Set(equal.map((answer) => answer.body.id)).size).toBe(1);
  const clientIntentKey = randomUUID();
  const different = await Promise.all(
    Array.from({ length: 16 }, () => openSession(evidence, made, contractFor(made, pdf(), { clientIntentKey }))),
  );
  expect(different.map(({ status }) => status).sort()).toEqual([201, ...Array(15).fill(409)]);
});

test('a replacement is the next version of the same evidence and keeps earlier ones', async () => {
  const made = await makeCase(evidence);
  const { evidenceId } = await submitById(evidence, made);
  const document = pdf();
  const { caseId: _case, requirementKey: _key, documentKind: _kind, ...body } = contractFor(made, document);
  const replace = (headers: Record<string, string>) =>
    evidence.post(`${evidenceOf(made)}/${evidenceId}/replace`, { actor: made.rep, body, headers });
  expect((await replace({})).status).toBe(400);
  const opened = await replace({ 'idempotency-key': randomUUID() });
  expect(opened).toMatchObject({ status: 201, body: { requirementKey: 'identity', documentKind: 'passport' } });
  await sendParts(evidence, opened.body, document);
  const confirmed = await confirmSession(evidence, made, opened.body.session.id);
  expect(confirmed.body.evidenceId).toBe(evidenceId);
  const seen = await evidence.get(`${evidenceOf(made)}/${evidenceId}`, { actor: made.rep });
  expect(seen.body.version).toMatchObject({ number: 2, id: confirmed.body.evidenceVersionId });
  expect(seen.body.versions.map(({ number }: { number: number }) => number)).toEqual([2, 1]);
});

test('lists evidence in pages, newest first, filtered by case, requirement and state', async () => {
  const made = await makeCase(evidence);
  const wanted = [
    { requirementKey: 'identity', documentKind: 'passport' },
    { requirementKey: 'identity', documentKind: 'certificate' },
    { requirementKey: 'insurance', documentKind: 'certificate' },
  ];
  const ids: string[] = [];
  for (const one of wanted) ids.unshift((await submitById(evidence, made, one)).evidenceId);
  const list = async (query: string, actor = made.rep) => evidence.get(`${evidenceOf(made)}?${query}`, { actor });
  const idsOf = (answer: Awaited<ReturnType<typeof list>>) => answer.body.items.map(({ id }: { id: string }) => id);
  const first = await list('limit=2');
  const second = await list(`limit=2&cursor=${first.body.nextCursor}`);
  expect([idsOf(first), idsOf(second)]).toEqual([ids.slice(0, 2), ids.slice(2)]);
  expect(second.body.nextCursor).toBeNull();
  expect(idsOf(await list('requirementKey=insurance'))).toEqual([ids[0]]);
  expect(idsOf(await list(`caseId=${made.caseId}&processing=pending_scan`))).toEqual(ids);
  expect(idsOf(await list('processing=available'))).toEqual([]);
  expect(idsOf(await list(`caseId=${randomUUID()}`))).toEqual([]);
  expect((await list(`cursor=${first.body.nextCursor}&processing=available`)).status).toBe(400);
  expect(JSON.stringify([first.body, second.body])).not.toMatch(/sha256|object|url/i);
});

test('D2 foreign evidence and sessions get the same 404 as unknown ones', async () => {
  const [mine, theirs] = [await makeCase(evidence), await makeCase(evidence)];
  const { evidenceId } = await submitById(evidence, theirs);
  const session = (await openSession(evidence, theirs, contractFor(theirs, pdf()))).body.session.id;
  const { caseId: _case, requirementKey: _key, documentKind: _kind, ...body } = contractFor(mine, pdf());
  const headers = { 'idempotency-key': randomUUID() };
  const requestsFor = (id: string, sessionId: string) => [
    evidence.get(`${evidenceOf(mine)}/${id}`, { actor: mine.rep }),
    evidence.post(`${evidenceOf(mine)}/${id}/replace`, { actor: mine.rep, body, headers }),
    evidence.post(evidenceOf(mine), { actor: mine.rep, body: { uploadSessionId: sessionId } }),
  ];
  const masked = ({ status, body }: { status: number; body: object }) => ({
    status,
    ...body,
    requestId: '',
    instance: '',
  });
  const [foreign, absent] = [
    await Promise.all(requestsFor(evidenceId, session)),
    await Promise.all(requestsFor(randomUUID(), randomUUID())),
  ];
  expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(foreign.map(masked)).toEqual(absent.map(masked));
});

test('a representative of several providers works with each by its id', async () => {
  const [one, two] = [await makeCase(evidence), await makeCase(evidence)];
  const rep = { ...one.rep, assignments: [...one.rep.assignments, ...representative(two.providerId).assignments] };
  const both: MadeCase[] = [
    { ...one, rep },
    { ...two, rep },
  ];
  for (const made of both) await submitById(evidence, made);
  for (const made of both) {
    const { body } = await evidence.get(evidenceOf(made), { actor: rep });
    expect(body.items).toMatchObject([{ caseId: made.caseId }]);
  }
});
