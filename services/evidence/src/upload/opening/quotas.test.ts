import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  contractFor,
  evidenceOf,
  intentsPath,
  type MadeCase,
  makeCase,
  makeIntent,
  mebibyte,
  openSession,
  pdf,
  submitById,
} from '../../../test/make.ts';
import { type Evidence, startEvidence } from '../../../test/service.ts';
import { redactDueVersions } from '../../retention/redaction/redact-versions.ts';

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence({ connections: 10, quotaBytes: 20 * mebibyte, limits: { 'evidence-confirm': 1000 } });
});
afterAll(() => evidence[Symbol.asyncDispose]());

const declare = (made: MadeCase, sizeBytes: number) =>
  openSession(evidence, made, contractFor(made, pdf(), { sizeBytes }));
const full = { status: 409, body: { errors: [{ field: 'sizeBytes', code: 'storage_full' }] } };

test('U8 bounds the bytes that a provider declares and keeps: open uploads count, deleted bytes do not', async () => {
  const made = await makeCase(evidence);
  const { evidenceId } = await submitById(evidence, made, {}, pdf(6 * mebibyte));
  const opened = await declare(made, 12 * mebibyte);
  expect(opened.status).toBe(201);
  expect(await declare(made, 2 * mebibyte + 1)).toMatchObject(full);
  expect((await declare(made, 2 * mebibyte)).status).toBe(201);
  expect((await declare(await makeCase(evidence), 12 * mebibyte)).status).toBe(201);

  await evidence.delete(`${intentsPath}/${opened.body.id}`, { actor: made.rep });
  expect((await declare(made, 12 * mebibyte)).status).toBe(201);
  await evidence.delete(`${evidenceOf(made)}/${evidenceId}`, { actor: made.rep });
  expect(await declare(made, 6 * mebibyte)).toMatchObject(full);
  const start = evidence.clock.now;
  evidence.advanceClock(30 * 86_400);
  await redactDueVersions(evidence.app);
  expect((await declare(made, 6 * mebibyte)).status).toBe(201);
  evidence.clock.now = start;
});

test('U8 an abandoned upload counts until its session expires, and its retry needs room again', async () => {
  const made = await makeCase(evidence);
  const start = evidence.clock.now;
  const body = contractFor(made, pdf(), { sizeBytes: 12 * mebibyte });
  const [left, retried] = [
    await openSession(evidence, made, body),
    await makeIntent(evidence, made, pdf(), { sizeBytes: 6 * mebibyte }),
  ];
  expect(left.status).toBe(201);
  expect(await declare(made, 12 * mebibyte)).toMatchObject(full);
  evidence.advanceClock(3600);
  expect((await declare(made, 10 * mebibyte)).status).toBe(201);
  expect(await openSession(evidence, made, body)).toMatchObject(full);
  expect((await evidence.post(`${retried.path}/retry`, { actor: made.rep })).status).toBe(200);
  expect(await evidence.post(`${intentsPath}/${left.body.id}/retry`, { actor: made.rep })).toMatchObject(full);
  evidence.advanceClock(3600);
  const again = await openSession(evidence, made, body);
  expect(again).toMatchObject({ status: 201, body: { id: left.body.id, attemptCount: 2 } });
  evidence.clock.now = start;
});

test('U8 sixteen concurrent uploads do not exceed the quota', async () => {
  const made = await makeCase(evidence);
  const answers = await Promise.all(Array.from({ length: 16 }, () => declare(made, 2 * mebibyte)));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), ...Array(6).fill(409)]);
});

test('U8 a provider opens twenty sessions an hour, not counting repeats', async () => {
  const made = await makeCase(evidence);
  const body = contractFor(made, pdf());
  const statuses: number[] = [];
  for (let count = 0; count < 20; count++) statuses.push((await declare(made, 1024)).status);
  expect(new Set(statuses)).toEqual(new Set([201]));
  const refused = await openSession(evidence, made, body);
  expect(refused).toMatchObject({ status: 429, body: { type: 'http://trust.test/problems/rate-limited' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

  const other = await makeCase(evidence);
  const again = contractFor(other, pdf());
  const repeats = await Promise.all(
    Array.from({ length: 30 }, async (_, index) => (index === 0 ? openSession(evidence, other, again) : undefined)),
  );
  expect(repeats[0]?.status).toBe(201);
  for (let count = 0; count < 25; count++) expect((await openSession(evidence, other, again)).status).toBe(200);
});

test('U8 D1 names in the store and in URLs are random and contain no input', async () => {
  const canaries = ['Zoe Canary', '0612345678', '980199999888', 'passport'];
  const made = await makeCase(evidence);
  const named = {
    label: 'Zoe Canary 0612345678.pdf',
    clientIntentKey: `Zoe Canary-0612345678-980199999888-${randomUUID()}`,
    documentKind: 'passport',
  };
  await submitById(evidence, made, named);
  const intent = await makeIntent(evidence, made, pdf(), { ...named, clientIntentKey: randomUUID() });
  const names = (await readdir(evidence.folder, { recursive: true })).map((name) => name.split('/').at(-1) ?? '');
  const urls: string[] = intent.session.parts.map(({ url }: { url: string }) => url);
  const kept = names.filter((name) => !['uploads', 'objects', 'public'].includes(name) && !/^\d$/.test(name));
  expect(kept.filter((name) => !/^[0-9a-f]{64}$/.test(name))).toEqual([]);
  expect(new Set(kept).size).toBe(kept.length);
  const written = [...canaries, made.providerId, made.rep.userId, made.caseId];
  const forms = written.flatMap((text) => [
    text,
    encodeURIComponent(text),
    Buffer.from(text).toString('base64url').slice(0, -2),
    Buffer.from(text).toString('hex'),
  ]);
  expect(forms.filter((form) => [...names, ...urls].some((name) => name.includes(form)))).toEqual([]);
});
