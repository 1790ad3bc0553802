import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { auditRecorded } from '@trust/contracts/events/any';
import { gatewayProof } from '@trust/service-testing/gateway';
import { afterAll, expect, test } from 'vitest';
import {
  confirm,
  intentsPath,
  type MadeCase,
  makeCase,
  makeIntent,
  makeUpload,
  mebibyte,
  pdf,
} from '../../../test/make.ts';
import { pathOf, startEvidence } from '../../../test/service.ts';
import { signPart, verifyPart } from '../../storage/part-url.ts';

const evidence = await startEvidence();
afterAll(() => evidence[Symbol.asyncDispose]());

const put = (url: string, bytes: Uint8Array) => evidence.put(pathOf(url), { rawBody: bytes });
const notFound = { status: 404, body: { type: 'http://trust.test/problems/not-found' } };

test('accepts parts in any order and repeatedly, and the intent shows which have arrived', async () => {
  const made = await makeCase(evidence);
  const document = pdf(11 * mebibyte);
  const { path, session } = await makeIntent(evidence, made, document);
  const read = async () => (await evidence.get(path, { actor: made.rep })).body;

  await put(session.parts[2].url, document.subarray(10 * mebibyte));
  expect((await read()).session.parts.map(({ received }: { received: boolean }) => received)).toEqual([
    false,
    false,
    true,
  ]);
  expect((await read()).state).toBe('uploading');

  await put(session.parts[0].url, pdf(5 * mebibyte));
  await put(session.parts[0].url, document.subarray(0, 5 * mebibyte));
  evidence.advanceClock(60);
  const fresh = await read();
  expect(fresh.session.parts[1].expiresAt).toBe('2026-01-05T09:16:00.000Z');
  await put(fresh.session.parts[1].url, document.subarray(5 * mebibyte, 10 * mebibyte));
  expect((await confirm(evidence, made.rep, { path })).status).toBe(201);
});

test('only the first part changes the intent and is audited', async () => {
  const made = await makeCase(evidence);
  const document = pdf(6 * mebibyte);
  const { id, session } = await makeIntent(evidence, made, document);
  await put(session.parts[0].url, document.subarray(0, 5 * mebibyte));
  await put(session.parts[1].url, document.subarray(5 * mebibyte));
  const entries = (await evidence.emitted(auditRecorded.evidence)).filter(({ objectId }) => objectId === id);
  expect(entries.map(({ action, actorId }) => [action, actorId !== null])).toEqual([
    ['createUploadIntent', true],
    ['putUploadPart', false],
  ]);
});

test.each([
  ['more', 4097, 413, 'payload-too-large'],
  ['less', 4095, 400, 'invalid-request'],
])('U1 refuses a part with one byte %s than its signed size', async (_name, size, status, slug) => {
  const made = await makeCase(evidence);
  const { path, session } = await makeIntent(evidence, made, pdf(4096));
  const answer = await put(session.parts[0].url, pdf(size));
  expect(answer).toMatchObject({ status, body: { type: `http://trust.test/problems/${slug}` } });
  expect((await evidence.get(path, { actor: made.rep })).body.session.parts[0].received).toBe(false);
});

test('U1 returns 413 for an endless part', async () => {
  const made = await makeCase(evidence);
  const { session } = await makeIntent(evidence, made, pdf(4096));
  const answer = await sendChunks(session.parts[0].url, Array<Buffer>(40).fill(pdf(1024)));
  expect(answer).toBe(413);
});

test('an interrupted part leaves no file and can be sent again', async () => {
  const made = await makeCase(evidence);
  const document = pdf(4096);
  const { path, session } = await makeIntent(evidence, made, document);
  const drafts = async () => (await filesOf('uploads')).filter((name) => name.includes('draft'));
  const sending = beginSending(session.parts[0].url);
  sending.write(document.subarray(0, 1000));
  await expect.poll(drafts).toHaveLength(1);
  sending.on('error', () => {}).destroy();
  await expect.poll(drafts).toEqual([]);
  expect((await evidence.get(path, { actor: made.rep })).body.session.parts[0].received).toBe(false);
  expect((await put(session.parts[0].url, document)).status).toBe(200);
});

test('a URL expires after 15 minutes, and with its session at the latest', async () => {
  const made = await makeCase(evidence);
  const document = pdf();
  const { path, session } = await makeIntent(evidence, made, document);
  evidence.advanceClock(15 * 60);
  expect(await put(session.parts[0].url, document)).toMatchObject(notFound);
  evidence.advanceClock(40 * 60);
  const { body } = await evidence.get(path, { actor: made.rep });
  expect(body.session.parts[0].expiresAt).toBe(session.expiresAt);
  evidence.advanceClock(5 * 60);
  expect(await put(body.session.parts[0].url, document)).toMatchObject(notFound);
});

test('returns 404 for a forged, foreign or altered URL', async () => {
  const made = await makeCase(evidence);
  const document = pdf(6 * mebibyte);
  const { session } = await makeIntent(evidence, made, document);
  const [, token = ''] = /evidence-uploads\/([^/]+)\/parts/.exec(session.parts[0].url) ?? [];
  const [id, size, expires, signature = ''] = token.split('.');
  const forged = signPart('another secret', {
    sessionId: session.id,
    partNumber: 1,
    sizeBytes: 5 * mebibyte,
    expiresAt: new Date(Number(expires)),
  });
  const tokens = [
    forged,
    `${randomUUID()}.${size}.${expires}.${signature}`,
    `${id}.${Number(size) - 1}.${expires}.${signature}`,
    `${id}.${size}.${Number(expires) + 1}.${signature}`,
    `${id}.${size}.${expires}.${signature.slice(0, -2)}AA`,
    'nothing',
  ];
  for (const one of tokens) {
    expect(
      await evidence.put(`/evidence-uploads/${one}/parts/1`, { rawBody: document.subarray(0, 5 * mebibyte) }),
    ).toMatchObject(notFound);
  }
  expect(
    await evidence.put(`/evidence-uploads/${token}/parts/2`, { rawBody: document.subarray(5 * mebibyte) }),
  ).toMatchObject(notFound);
});

test.each([
  ['confirming', ({ made, path }: Sent) => confirm(evidence, made.rep, { path }), true],
  ['interrupting', ({ made, path }: Sent) => evidence.put(`${path}/interrupted`, { actor: made.rep }), undefined],
  ['cancelling', ({ made, path }: Sent) => evidence.delete(path, { actor: made.rep }), undefined],
] as const)('U2 returns 404 for a part after %s, and the stored bytes stay', async (_end, end, isStored) => {
  const made = await makeCase(evidence);
  const document = pdf();
  const upload = await makeUpload(evidence, made, document);
  await end({ made, path: upload.path });
  expect(await put(upload.session.parts[0].url, pdf())).toMatchObject(notFound);
  const version = await evidence.db
    .selectFrom('evidence_version')
    .select('object_key')
    .where('intent_id', '=', upload.id)
    .executeTakeFirst();
  const stored = version && (await readFile(join(evidence.folder, 'objects', version.object_key)));
  expect(stored?.equals(document)).toBe(isStored);
});
type Sent = { made: MadeCase; path: string };

test('a token yields its claims until it expires', () => {
  const claims = { sessionId: randomUUID(), partNumber: 3, sizeBytes: 77, expiresAt: new Date(5000) };
  const token = signPart('secret', claims);
  expect(verifyPart('secret', token, 3, new Date(4999))).toEqual(claims);
  expect(verifyPart('secret', token, 3, new Date(5000))).toBeUndefined();
});

test('returns 404 for an unknown intent', async () => {
  const made = await makeCase(evidence);
  expect(await evidence.get(`${intentsPath}/${randomUUID()}`, { actor: made.rep })).toMatchObject(notFound);
});

async function filesOf(area: string): Promise<string[]> {
  return readdir(join(evidence.folder, area), { recursive: true });
}

const beginSending = (url: string) =>
  request(`${evidence.url}/api/v1${pathOf(url)}`, { method: 'PUT', headers: gatewayProof });

function sendChunks(url: string, chunks: Buffer[]): Promise<number | undefined> {
  return new Promise((resolve) => {
    const sending = beginSending(url);
    sending.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sending.on('error', () => resolve(undefined));
    for (const chunk of chunks) sending.write(chunk);
    sending.end();
  });
}
