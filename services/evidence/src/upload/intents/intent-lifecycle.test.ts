import { randomUUID } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { uploadIntentChanged } from '@trust/contracts/events/evidence';
import { representative } from '@trust/service-testing/actors';
import { afterAll, expect, test } from 'vitest';
import { confirm, intentsPath, makeCase, makeIntent, makeUpload, pdf, sendParts } from '../../../test/make.ts';
import { startEvidence } from '../../../test/service.ts';
import { whileLocked } from '../../../test/while-locked.ts';
import { lockOwnIntent } from './queries.ts';

const evidence = await startEvidence({ connections: 10 });
afterAll(() => evidence[Symbol.asyncDispose]());

const recorded = async (intentId: string) => ({
  states: (await evidence.emitted(uploadIntentChanged))
    .filter((event) => event.intentId === intentId)
    .map(({ state }) => state),
  actions: (await evidence.emitted(auditRecorded.evidence))
    .filter(({ objectId }) => objectId === intentId)
    .map(({ action }) => action),
});

test('an interrupted, retried and confirmed upload keeps its intent and records each change once', async () => {
  const made = await makeCase(evidence);
  const document = pdf();
  const upload = await makeUpload(evidence, made, document);
  const interrupt = () => evidence.put(`${upload.path}/interrupted`, { actor: made.rep });
  const interrupted = await interrupt();
  expect(interrupted.body).toMatchObject({
    attemptCount: 1,
    session: { id: upload.session.id, state: 'cancelled', parts: [] },
  });
  expect((await interrupt()).body).toEqual(interrupted.body);

  const { body: retried } = await evidence.post(`${upload.path}/retry`, { actor: made.rep });
  expect(retried).toMatchObject({ id: upload.id, attemptCount: 2, session: { parts: [{ received: false }] } });
  expect(retried.session.id).not.toBe(upload.session.id);
  await sendParts(evidence, retried, document);
  expect((await confirm(evidence, made.rep, upload)).status).toBe(201);
  expect(await recorded(upload.id)).toEqual({
    states: ['open', 'uploading', 'retryable', 'uploading', 'submitted'],
    actions: ['createUploadIntent', 'putUploadPart', 'interruptUploadIntent', 'retryUploadIntent'],
  });
});

test('cancelling an upload twice ends its session and is audited once', async () => {
  const made = await makeCase(evidence);
  const upload = await makeUpload(evidence, made);
  for (let time = 0; time < 2; time++) await evidence.delete(upload.path, { actor: made.rep });
  const { body } = await evidence.get(upload.path, { actor: made.rep });
  expect(body).toMatchObject({ state: 'cancelled', session: { state: 'cancelled', parts: [] } });
  expect((await recorded(upload.id)).actions).toEqual(['createUploadIntent', 'putUploadPart', 'deleteUploadIntent']);
});

test('M4 retrying an expired session records that it expired', async () => {
  const made = await makeCase(evidence);
  const intent = await makeIntent(evidence, made);
  const start = evidence.clock.now;
  evidence.advanceClock(3600);
  expect((await evidence.post(`${intent.path}/retry`, { actor: made.rep })).status).toBe(200);
  const sessions = await evidence.db
    .selectFrom('upload_session')
    .select('state')
    .where('intent_id', '=', intent.id)
    .orderBy('created_at')
    .execute();
  expect(sessions.map(({ state }) => state)).toEqual(['expired', 'requested']);
  evidence.clock.now = start;
});

test('M3 concurrent retries open one session', async () => {
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

test("D2 a colleague's or a stranger's intent gets the same 404 as one that does not exist", async () => {
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
