import { randomUUID } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { uploadIntentChanged } from '@trust/contracts/events/evidence';
import { representative } from '@trust/service-testing/actors';
import { afterAll, expect, test } from 'vitest';
import { colleague, confirm, intentsPath, makeCase, makeIntent, makeUpload, pdf, sendParts } from '../../test/make.ts';
import { startEvidence } from '../../test/service.ts';
import { whileLocked } from '../../test/while-locked.ts';
import { lockOwnIntent } from './queries.ts';

const evidence = await startEvidence({ connections: 10 });
afterAll(() => evidence[Symbol.asyncDispose]());

const uploadState = { status: 409, body: { type: 'http://trust.test/problems/upload-state' } };
const about = async (intentId: string) => ({
  states: (await evidence.emitted(uploadIntentChanged))
    .filter((event) => event.intentId === intentId)
    .map(({ state }) => state),
  actions: (await evidence.emitted(auditRecorded.evidence))
    .filter(({ objectId }) => objectId === intentId)
    .map(({ action }) => action),
});

test('an interrupted upload loses its session and can be retried', async () => {
  const made = await makeCase(evidence);
  const upload = await makeUpload(evidence, made);
  const answer = await evidence.put(`${upload.path}/interrupted`, { actor: made.rep });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      id: upload.id,
      state: 'retryable',
      attemptCount: 1,
      session: { id: upload.session.id, state: 'cancelled', parts: [] },
    },
  });
  const again = await evidence.put(`${upload.path}/interrupted`, { actor: made.rep });
  expect(again).toMatchObject({ status: 200, body: answer.body });
  expect(await about(upload.id)).toEqual({
    states: ['open', 'uploading', 'retryable'],
    actions: ['createUploadIntent', 'putUploadPart', 'interruptUploadIntent'],
  });
});

test('a retry keeps the intent, counts the attempt and opens a new session', async () => {
  const made = await makeCase(evidence);
  const document = pdf();
  const upload = await makeUpload(evidence, made, document);
  await evidence.put(`${upload.path}/interrupted`, { actor: made.rep });
  const answer = await evidence.post(`${upload.path}/retry`, { actor: made.rep });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      id: upload.id,
      state: 'uploading',
      attemptCount: 2,
      session: { state: 'requested', parts: [{ received: false }] },
    },
  });
  expect(answer.body.session.id).not.toBe(upload.session.id);
  expect(await confirm(evidence, made.rep, upload)).toMatchObject(uploadState);
  await sendParts(evidence, answer.body, document);
  expect((await confirm(evidence, made.rep, upload)).status).toBe(201);
  expect((await about(upload.id)).states).toEqual(['open', 'uploading', 'retryable', 'uploading', 'submitted']);
});

test('M4 an upload whose session ran out can be retried without having been interrupted', async () => {
  const made = await makeCase(evidence);
  const intent = await makeIntent(evidence, made);
  const start = evidence.clock.now;
  evidence.advanceClock(3600);
  expect((await evidence.get(intent.path, { actor: made.rep })).body).toMatchObject({
    state: 'retryable',
    session: { state: 'expired', parts: [] },
  });
  const answer = await evidence.post(`${intent.path}/retry`, { actor: made.rep });
  expect(answer).toMatchObject({ status: 200, body: { attemptCount: 2, session: { state: 'requested' } } });
  const sessions = await evidence.db
    .selectFrom('upload_session')
    .select('state')
    .where('intent_id', '=', intent.id)
    .orderBy('created_at')
    .execute();
  expect(sessions.map(({ state }) => state)).toEqual(['expired', 'requested']);
  evidence.clock.now = start;
});

test('M4 an intent that was not retried for 30 days has expired', async () => {
  const made = await makeCase(evidence);
  const intent = await makeIntent(evidence, made);
  await evidence.put(`${intent.path}/interrupted`, { actor: made.rep });
  const start = evidence.clock.now;
  evidence.advanceClock(30 * 86_400);
  expect((await evidence.get(intent.path, { actor: made.rep })).body.state).toBe('expired');
  expect(await evidence.post(`${intent.path}/retry`, { actor: made.rep })).toMatchObject(uploadState);
  evidence.clock.now = start;
});

test('an upload that is under way, submitted or cancelled cannot be retried', async () => {
  const made = await makeCase(evidence);
  const upload = await makeUpload(evidence, made);
  const retry = () => evidence.post(`${upload.path}/retry`, { actor: made.rep });
  expect(await retry()).toMatchObject(uploadState);
  await confirm(evidence, made.rep, upload);
  expect(await retry()).toMatchObject(uploadState);
  const cancelled = await makeIntent(evidence, made);
  await evidence.delete(cancelled.path, { actor: made.rep });
  expect(await evidence.post(`${cancelled.path}/retry`, { actor: made.rep })).toMatchObject(uploadState);
});

test('a submitted intent can be neither cancelled nor interrupted', async () => {
  const made = await makeCase(evidence);
  const upload = await makeUpload(evidence, made);
  await confirm(evidence, made.rep, upload);
  expect(await evidence.delete(upload.path, { actor: made.rep })).toMatchObject(uploadState);
  expect(await evidence.put(`${upload.path}/interrupted`, { actor: made.rep })).toMatchObject(uploadState);
});

test('a cancelled intent ends with its session, once', async () => {
  const made = await makeCase(evidence);
  const upload = await makeUpload(evidence, made);
  const statuses = [];
  for (let time = 0; time < 2; time++) statuses.push((await evidence.delete(upload.path, { actor: made.rep })).status);
  expect(statuses).toEqual([204, 204]);
  expect((await evidence.get(upload.path, { actor: made.rep })).body).toMatchObject({
    state: 'cancelled',
    session: { state: 'cancelled', parts: [] },
  });
  expect((await about(upload.id)).actions).toEqual(['createUploadIntent', 'putUploadPart', 'deleteUploadIntent']);
  expect(await evidence.put(`${upload.path}/interrupted`, { actor: made.rep })).toMatchObject(uploadState);
});

test('M3 retries at the very same moment open one session', async () => {
  const made = await makeCase(evidence);
  const intent = await makeIntent(evidence, made);
  await evidence.put(`${intent.path}/interrupted`, { actor: made.rep });
  const owner = { providerId: made.providerId, userId: made.rep.userId };
  const retries = () =>
    Promise.all(Array.from({ length: 4 }, () => evidence.post(`${intent.path}/retry`, { actor: made.rep })));
  const answers = await whileLocked(evidence, (trx) => lockOwnIntent(trx, owner, intent.id), retries, { waiting: 4 });
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect((await evidence.get(intent.path, { actor: made.rep })).body.attemptCount).toBe(2);
});

test("D2 a colleague's or a stranger's intent answers like one that does not exist", async () => {
  const made = await makeCase(evidence);
  const { id } = await makeIntent(evidence, made);
  for (const actor of [representative(made.providerId), representative(randomUUID())]) {
    for (const [method, tail] of [
      ['get', ''],
      ['delete', ''],
      ['put', '/interrupted'],
      ['post', '/retry'],
    ] as const) {
      const foreign = await evidence.call(method, `${intentsPath}/${id}${tail}`, { actor });
      const unknown = await evidence.call(method, `${intentsPath}/${randomUUID()}${tail}`, { actor });
      expect(foreign.status).toBe(404);
      const masked = ({ body }: typeof foreign) => ({ ...body, requestId: '', instance: '' });
      expect(masked(foreign)).toEqual(masked(unknown));
    }
  }
});

test("the list holds the representative's own intents, newest first, a page at a time, without URLs", async () => {
  const made = await makeCase(evidence);
  const ids: string[] = [];
  for (let count = 0; count < 3; count++) {
    ids.unshift((await makeIntent(evidence, made)).id);
    evidence.advanceClock(1);
  }
  await makeIntent(evidence, { ...made, rep: await colleague(evidence, made.providerId) });
  const first = await evidence.get(`${intentsPath}?limit=2`, { actor: made.rep });
  const second = await evidence.get(`${intentsPath}?limit=2&cursor=${first.body.nextCursor}`, { actor: made.rep });
  const pages = [first.body.items, second.body.items];
  expect(pages.map((items) => items.map(({ id }: { id: string }) => id))).toEqual([ids.slice(0, 2), ids.slice(2)]);
  expect(second.body.nextCursor).toBeNull();
  expect(JSON.stringify(pages)).not.toMatch(/url|parts|sha256/);

  const stranger = representative(randomUUID());
  expect(
    await evidence.get(`${intentsPath}?limit=2&cursor=${first.body.nextCursor}`, { actor: stranger }),
  ).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'cursor', code: 'cursor_invalid' }] },
  });
});
