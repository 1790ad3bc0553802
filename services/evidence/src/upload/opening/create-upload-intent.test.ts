import { randomUUID } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { uploadIntentChanged } from '@trust/contracts/events/evidence';
import { afterAll, expect, test } from 'vitest';
import { colleague, contractFor, intentsPath, makeCase, makeIntent, mebibyte, pdf } from '../../../test/make.ts';
import { startEvidence } from '../../../test/service.ts';
import { insertIntent } from './queries.ts';

const evidence = await startEvidence({ connections: 10 });
afterAll(() => evidence[Symbol.asyncDispose]());

const rowsOf = (providerId: string) =>
  evidence.db.selectFrom('upload_intent').selectAll().where('provider_id', '=', providerId).execute();

test('creates an intent with a session and a signed URL for each part', async () => {
  const made = await makeCase(evidence);
  const document = pdf(11 * mebibyte);
  const answer = await evidence.post(intentsPath, {
    actor: made.rep,
    body: contractFor(made, document, { label: 'Front page' }),
  });

  expect(answer).toMatchObject({
    status: 201,
    body: { caseId: made.caseId, state: 'open', attemptCount: 1, label: 'Front page', evidence: null },
  });
  const { session } = answer.body;
  expect(session).toMatchObject({ state: 'requested', expiresAt: '2026-01-05T10:00:00.000Z' });
  expect(session.parts.map((part: { sizeBytes: number }) => part.sizeBytes / mebibyte)).toEqual([5, 5, 1]);
  expect(session.parts[0]).toMatchObject({ method: 'PUT', received: false, expiresAt: '2026-01-05T09:15:00.000Z' });
  expect(session.parts[0].url).toMatch(/^http:\/\/trust\.test\/api\/v1\/evidence-uploads\/[^/]+\/parts\/1$/);
  expect(JSON.stringify(answer.body)).not.toContain(contractFor(made, document).sha256);

  const intentId = answer.body.id;
  expect((await evidence.emitted(uploadIntentChanged)).filter((event) => event.intentId === intentId)).toMatchObject([
    { providerId: made.providerId, caseId: made.caseId, requirementKey: 'identity', state: 'open' },
  ]);
  expect(
    (await evidence.emitted(auditRecorded.evidence)).filter(({ objectId }) => objectId === intentId),
  ).toMatchObject([{ action: 'createUploadIntent', actorId: made.rep.userId, permission: 'provider.evidence.manage' }]);
});

test('C2 returns 200 and the same intent for an equal repeat', async () => {
  const made = await makeCase(evidence);
  const document = pdf();
  const body = contractFor(made, document);
  const first = await evidence.post(intentsPath, { actor: made.rep, body });
  const repeat = await evidence.post(intentsPath, { actor: made.rep, body: { ...body, label: 'Another label' } });
  expect([first.status, repeat.status]).toEqual([201, 200]);
  expect(repeat.body).toMatchObject({ id: first.body.id, label: null, attemptCount: 1 });
  expect(await rowsOf(made.providerId)).toHaveLength(1);
});

test('C2 returns the intent for an equal repeat after its case has moved on', async () => {
  const made = await makeCase(evidence);
  const { id, body } = await makeIntent(evidence, made);
  await made.change({ state: 'in_review' });
  expect(await evidence.post(intentsPath, { actor: made.rep, body })).toMatchObject({ status: 200, body: { id } });
});

test('C1 returns the stored response under the same Idempotency-Key', async () => {
  const made = await makeCase(evidence);
  const body = contractFor(made, pdf());
  const headers = { 'idempotency-key': randomUUID() };
  const first = await evidence.post(intentsPath, { actor: made.rep, body, headers });
  const repeat = await evidence.post(intentsPath, { actor: made.rep, body, headers });
  expect(repeat.status).toBe(201);
  expect(repeat.headers.get('idempotency-replayed')).toBe('true');
  expect(repeat.body).toEqual(first.body);
  expect([first.headers.has('ratelimit'), repeat.headers.has('ratelimit')]).toEqual([true, false]);
});

test('C1 does not store the response for an existing intent', async () => {
  const made = await makeCase(evidence);
  const { body } = await makeIntent(evidence, made);
  const headers = { 'idempotency-key': randomUUID() };
  const send = () => evidence.post(intentsPath, { actor: made.rep, body, headers });
  for (const answer of [await send(), await send()])
    expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([200, null]);
});

test.each([
  ['caseId', 'another case'],
  ['requirementKey', 'insurance'],
  ['documentKind', 'certificate'],
  ['mediaType', 'image/jpeg'],
  ['sizeBytes', 5000],
  ['sha256', 'a'.repeat(64)],
])('C2 returns 409 for the same clientIntentKey with another %s', async (field, value) => {
  const made = await makeCase(evidence);
  const other = await makeCase(evidence, { providerId: made.providerId, categoryKey: 'plumber' });
  const { body } = await makeIntent(evidence, made);
  const answer = await evidence.post(intentsPath, {
    actor: made.rep,
    body: { ...body, [field]: field === 'caseId' ? other.caseId : value },
  });
  expect(answer).toMatchObject({ status: 409, body: { type: 'http://trust.test/problems/intent-contract' } });
});

test('C2 creates another intent for a colleague with the same clientIntentKey', async () => {
  const made = await makeCase(evidence);
  const { id, body } = await makeIntent(evidence, made);
  const answer = await evidence.post(intentsPath, { actor: await colleague(evidence, made.providerId), body });
  expect(answer.status).toBe(201);
  expect(answer.body.id).not.toBe(id);
});

test('C2 sixteen concurrent equal requests create one intent and all return it', async () => {
  const made = await makeCase(evidence);
  const body = contractFor(made, pdf());
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => evidence.post(intentsPath, { actor: made.rep, body })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(15).fill(200), 201]);
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  expect(await rowsOf(made.providerId)).toHaveLength(1);
});

test('C2 sixteen concurrent different contracts under one key create one intent and fifteen conflicts', async () => {
  const made = await makeCase(evidence);
  const body = contractFor(made, pdf());
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      evidence.post(intentsPath, { actor: made.rep, body: { ...body, sizeBytes: 2000 + index } }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(15).fill(409)]);
  expect(await rowsOf(made.providerId)).toHaveLength(1);
});

test("D2 another provider's case gets the same 404 as one that does not exist", async () => {
  const made = await makeCase(evidence);
  const { caseId } = await makeCase(evidence);
  const ask = (id: string) => evidence.post(intentsPath, { actor: made.rep, body: contractFor({ caseId: id }, pdf()) });
  const [foreign, unknown] = [await ask(caseId), await ask(randomUUID())];
  expect(foreign.status).toBe(404);
  expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
});

test.each(['in_review', 'recommended', 'decided', 'withdrawn'] as const)(
  'returns 409 for a case that is %s',
  async (state) => {
    const made = await makeCase(evidence, { state });
    const answer = await evidence.post(intentsPath, { actor: made.rep, body: contractFor(made, pdf()) });
    expect(answer).toMatchObject({ status: 409, body: { type: 'http://trust.test/problems/state-conflict' } });
  },
);

test('returns 201 for a case that awaits a correction', async () => {
  const made = await makeCase(evidence, { state: 'awaiting_correction' });
  expect(await evidence.post(intentsPath, { actor: made.rep, body: contractFor(made, pdf()) })).toMatchObject({
    status: 201,
  });
});

test.each([
  ['requirementKey', { requirementKey: 'references' }, 'not_asked', { allowed: ['identity', 'insurance'] }],
  ['documentKind', { documentKind: 'selfie' }, 'not_accepted', { allowed: ['passport', 'certificate'] }],
  ['mediaType', { mediaType: 'image/png' }, 'not_accepted', { allowed: ['application/pdf', 'image/jpeg'] }],
  [
    'sizeBytes',
    { sizeBytes: 12 * mebibyte + 1 },
    'too_big',
    { maximum: 12 * mebibyte, message: 'Must be at most 12,582,912.' },
  ],
  ['sizeBytes', { sizeBytes: 1023 }, 'too_small', { minimum: 1024 }],
  ['sha256', { sha256: 'A'.repeat(64) }, 'invalid_format', {}],
  ['providerId', { providerId: randomUUID() }, 'unknown_field', {}],
])('returns 400 for a %s that the requirement does not accept: %o', async (field, overrides, code, accepted) => {
  const made = await makeCase(evidence);
  const answer = await evidence.post(intentsPath, { actor: made.rep, body: contractFor(made, pdf(), overrides) });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field, code, ...accepted }] } });
  expect(await rowsOf(made.providerId)).toEqual([]);
});

test('U8 returns 429 for the 101st open intent until one is cancelled or expires', async () => {
  const made = await makeCase(evidence);
  const first = await makeIntent(evidence, made);
  const owner = { providerId: made.providerId, userId: made.rep.userId };
  const createdAt = evidence.clock.now;
  const expiresAt = new Date(createdAt.getTime() + 60_000);
  await evidence.db.transact(async (trx) => {
    for (let count = 1; count < 100; count++) {
      const session = { id: randomUUID(), uploadRef: randomUUID(), sizeLimitBytes: 4096, createdAt, expiresAt };
      await insertIntent(trx, owner, {
        id: randomUUID(),
        contract: { ...first.body, clientIntentKey: randomUUID() },
        session,
      });
    }
  });
  const body = contractFor(made, pdf());
  const refused = await evidence.post(intentsPath, { actor: made.rep, body });
  expect(refused).toMatchObject({ status: 429, body: { errors: [{ code: 'open_intents' }] } });
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(refused.headers.get('ratelimit-policy')).toBe('"open-intents";q=100');
  expect(refused.headers.get('ratelimit')).toBe('"open-intents";r=0;t=60');
  await evidence.delete(first.path, { actor: made.rep });
  expect((await evidence.post(intentsPath, { actor: made.rep, body })).status).toBe(201);
  expect((await evidence.post(intentsPath, { actor: made.rep, body: contractFor(made, pdf()) })).status).toBe(429);
  evidence.advanceClock(60);
  expect((await evidence.post(intentsPath, { actor: made.rep, body: contractFor(made, pdf()) })).status).toBe(201);
});
