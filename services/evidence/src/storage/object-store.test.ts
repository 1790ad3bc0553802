import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirm, jpeg, makeCase, makeIntent, mebibyte, pdf } from '../../test/make.ts';
import { startEvidence } from '../../test/service.ts';
import { openSwift } from '../../test/stores/swift.ts';
import { MissingObject, type ObjectStore, type Part } from '../object-store.ts';
import { openFolderStore } from './folder-store.ts';
import { openS3Store } from './s3-store.ts';

type Subject = {
  store: ObjectStore;
  send(url: string, part: Part, bytes: Buffer): Promise<boolean>;
  at(now: Date): Promise<ObjectStore>;
  missing(): Promise<ObjectStore>;
};

const subjects: Record<string, Subject> = {};
const opened = new AsyncDisposableStack();
beforeAll(async () => {
  subjects.folder = await folderSubject();
  subjects.s3 = await s3Subject();
}, 300_000);
afterAll(() => opened.disposeAsync());

async function folderSubject(): Promise<Subject> {
  const folder = mkdtempSync(join(tmpdir(), 'trust-store-'));
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const store = await openFolderStore({ folder, publicUrl: 'http://trust.test', secret: 'for tests only' });
  return {
    store,
    at: async () => store,
    async missing() {
      const gone = join(folder, 'gone');
      const options = { folder: gone, publicUrl: 'http://trust.test', secret: 'for tests only' };
      const opened = await openFolderStore(options);
      rmSync(gone, { recursive: true });
      return opened;
    },
    async send(url, part, bytes) {
      const [, token = '', number] = /evidence-uploads\/([^/]+)\/parts\/(\d+)$/.exec(url) ?? [];
      const allowed = store.verifyToken(token, Number(number), new Date());
      if (!allowed) return false;
      const received = await store.receivePart({ ...part, sizeBytes: allowed.sizeBytes }, Readable.from([bytes]));
      return received === 'stored';
    },
  };
}

async function s3Subject(): Promise<Subject> {
  const swift = await openSwift();
  return {
    store: openS3Store(swift, () => new Date()),
    at: async (now) => openS3Store(swift, () => now),
    missing: async () => openS3Store({ ...swift, evidence: 'no-such-bucket' }, () => new Date()),
    async send(url, _part, bytes) {
      const answer = await fetch(url, { method: 'PUT', body: new Uint8Array(bytes) });
      await answer.arrayBuffer();
      return answer.ok;
    },
  };
}

const soon = () => new Date(Date.now() + 15 * 60_000);
const partOf = (uploadRef: string, partNumber: number, sizeBytes: number): Part => ({
  uploadRef,
  sessionId: '01a1fc5b-7638-7f16-97ec-b0ca08114188',
  partNumber,
  sizeBytes,
  expiresAt: soon(),
});
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const subject = (name: string) => subjects[name] as Subject;

describe.each(['folder', 's3'])('%s', (name) => {
  const put = (uploadRef: string, partNumber: number, bytes: Buffer) =>
    putPart(partOf(uploadRef, partNumber, bytes.length), bytes);
  const putPart = async (part: Part, bytes: Buffer) =>
    subject(name).send((await subject(name).store.partTarget(part)).url, part, bytes);
  const readAll = async (objectKey = '', range?: { start: number; end: number }) =>
    buffer(await subject(name).store.read(objectKey, range));

  test('U1 seals parts in order and reports size, hash and detected type', async () => {
    const { store } = subject(name);
    const bytes = Buffer.concat([jpeg(4096), randomBytes(6 * mebibyte)]);
    const [first, second] = [bytes.subarray(0, 5 * mebibyte), bytes.subarray(5 * mebibyte)];
    const uploadRef = await store.begin();
    expect(await store.receivedParts(uploadRef)).toEqual(new Map());
    expect(await put(uploadRef, 2, second)).toBe(true);
    expect(await store.seal(uploadRef, 2)).toBeUndefined();
    expect(await put(uploadRef, 1, first)).toBe(true);
    expect(await store.receivedParts(uploadRef)).toEqual(
      new Map([
        [1, first.length],
        [2, second.length],
      ]),
    );
    const sealed = await store.seal(uploadRef, 2);
    expect(sealed).toMatchObject({ bytes: bytes.length, sha256: sha256(bytes), mediaType: 'image/jpeg' });
    expect(bytes.equals(await readAll(sealed?.objectKey))).toBe(true);
    const range = { start: 5 * mebibyte - 5, end: 5 * mebibyte + 5 };
    expect(bytes.subarray(range.start, range.end + 1).equals(await readAll(sealed?.objectKey, range))).toBe(true);
  });

  test('an upload can be sealed again, into another object', async () => {
    const { store } = subject(name);
    const document = pdf();
    const uploadRef = await store.begin();
    await put(uploadRef, 1, document);
    const [one, two] = [await store.seal(uploadRef, 1), await store.seal(uploadRef, 1)];
    expect(one?.objectKey).not.toBe(two?.objectKey);
    for (const sealed of [one, two]) expect(document.equals(await readAll(sealed?.objectKey))).toBe(true);
  });

  test('U2 writing to a sealed upload does not change the object', async () => {
    const { store } = subject(name);
    const document = pdf();
    const uploadRef = await store.begin();
    await put(uploadRef, 1, document);
    const sealed = await store.seal(uploadRef, 1);
    await put(uploadRef, 1, pdf());
    expect(document.equals(await readAll(sealed?.objectKey))).toBe(true);
    await store.abandon(uploadRef);
    expect(await put(uploadRef, 1, pdf())).toBe(false);
    expect(document.equals(await readAll(sealed?.objectKey))).toBe(true);
  });

  test('a part sent twice concurrently is one of the two, complete', async () => {
    const { store } = subject(name);
    const uploadRef = await store.begin();
    const versions = [pdf(mebibyte), pdf(mebibyte)];
    await Promise.all(versions.map((bytes) => put(uploadRef, 1, bytes)));
    const sealed = await store.seal(uploadRef, 1);
    expect(versions.map((bytes) => sha256(bytes).toString('hex'))).toContain(sealed?.sha256.toString('hex'));
  });

  test('U1 a part of another size is refused or reported with its size', async () => {
    const { store } = subject(name);
    for (const length of [999, 1001]) {
      const uploadRef = await store.begin();
      await putPart(partOf(uploadRef, 1, 1000), randomBytes(length));
      expect((await store.receivedParts(uploadRef)).get(1)).not.toBe(1000);
      expect((await store.seal(uploadRef, 1))?.bytes).not.toBe(1000);
    }
  });

  test('U1 an expired URL refuses a part', async () => {
    const { store, at, send } = subject(name);
    const uploadRef = await store.begin();
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const part = { ...partOf(uploadRef, 1, 1000), expiresAt: minutesAgo(5) };
    const { url } = await (await at(minutesAgo(20))).partTarget(part);
    expect(await send(url, part, randomBytes(1000))).toBe(false);
    expect(await putPart(partOf(uploadRef, 1, 1000), randomBytes(1000))).toBe(true);
  });

  test('an abandoned upload has no parts, refuses new ones and can be abandoned again', async () => {
    const { store } = subject(name);
    const uploadRef = await store.begin();
    await put(uploadRef, 1, pdf());
    await store.abandon(uploadRef);
    await store.abandon(uploadRef);
    expect(await put(uploadRef, 1, pdf())).toBe(false);
    expect(await store.receivedParts(uploadRef)).toEqual(new Map());
    expect(await store.seal(uploadRef, 1)).toBeUndefined();
  });

  test('reading a missing object fails before the first byte, and removing it succeeds', async () => {
    const { store } = subject(name);
    const uploadRef = await store.begin();
    await put(uploadRef, 1, pdf());
    const { objectKey = '' } = (await store.seal(uploadRef, 1)) ?? {};
    await store.remove(objectKey);
    await store.remove(objectKey);
    await expect(store.read(objectKey)).rejects.toBeInstanceOf(MissingObject);
    await expect(store.read(objectKey, { start: 0, end: 1 })).rejects.toBeInstanceOf(MissingObject);
  });

  test('U7 lists every upload and object', async () => {
    const { store } = subject(name);
    const [open, sealed] = [await store.begin(), await store.begin()];
    for (const uploadRef of [open, sealed]) await put(uploadRef, 1, pdf());
    const object = await store.seal(sealed, 1);
    const whole = { after: '', limit: 1000 };
    const uploads = await store.uploads(whole);
    const found = (await store.objects(whole)).find(({ objectKey }) => objectKey === object?.objectKey);
    const nameOf = (uploadRef: string) => uploadRef.split('.')[0];
    const listed = [open, sealed].map((ref) => uploads.find(({ uploadRef }) => nameOf(uploadRef) === nameOf(ref)));
    for (const one of [...listed, found]) expect(Math.abs((one?.at.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    for (const one of listed) await store.abandon(one?.uploadRef ?? '');
    const left = (await store.uploads(whole)).map(({ uploadRef }) => nameOf(uploadRef));
    expect([open, sealed].filter((ref) => left.includes(nameOf(ref)))).toEqual([]);
  });

  test('U7 a listing continues after a name and has only names of this service', async () => {
    const { store } = subject(name);
    await store.setMark('a mark');
    for (let more = 0; more < 5; more++) {
      await store.save(randomBytes(10));
      await store.begin();
    }
    for (const list of [
      async (after: string, limit: number) => (await store.objects({ after, limit })).map((one) => one.objectKey),
      async (after: string, limit: number) => (await store.uploads({ after, limit })).map((one) => one.uploadRef),
    ]) {
      const whole = await list('', 1000);
      const pieces: string[] = [];
      for (let more = true; more; ) {
        const next = await list(pieces.at(-1) ?? '', 2);
        pieces.push(...next);
        more = next.length === 2;
      }
      expect(whole.length).toBeGreaterThanOrEqual(5);
      expect(pieces).toEqual(whole);
      expect(pieces).toEqual([...whole].sort());
      for (const one of pieces) expect(one).toMatch(/^[0-9a-f]{64}/);
    }
  });

  test('U7 reports whether an object exists and which mark the store has', async () => {
    const { store } = subject(name);
    const key = await store.save(randomBytes(10));
    expect([await store.has(key), await store.has('a'.repeat(64))]).toEqual([true, false]);
    for (const mark of ['one', 'another']) {
      await store.setMark(mark);
      expect(await store.mark()).toBe(mark);
    }
  });

  test('a public image is apart from the documents, and is missing once it is removed', async () => {
    const { store } = subject(name);
    const image = `${'b'.repeat(64)}.webp`;
    const bytes = randomBytes(2000);
    for (const again of [bytes, bytes]) await store.published.put(image, again);
    expect(await buffer(await store.published.read(image))).toEqual(bytes);
    expect((await store.objects({ after: '', limit: 1000 })).map(({ objectKey }) => objectKey)).not.toContain(image);
    for (const _time of [1, 2]) await store.published.remove(image);
    await expect(store.published.read(image)).rejects.toThrow(MissingObject);
    await expect(async () => store.published.read('../objects/a')).rejects.toThrow();
  });

  test('check fails for a store that is missing, and for no other', async () => {
    await subject(name).store.check();
    await expect((await subject(name).missing()).check()).rejects.toThrow();
  });
});

test('an upload whose parts go straight to S3 can be confirmed', async () => {
  const { store, send } = subject('s3');
  await using evidence = await startEvidence({ s3: store });
  evidence.clock.now = new Date();
  const made = await makeCase(evidence);
  const document = Buffer.concat([pdf(), randomBytes(6 * mebibyte)]);
  const intent = await makeIntent(evidence, made, document);
  expect(intent).toMatchObject({ state: 'open', session: { parts: [{ received: false }, { received: false }] } });
  const [first, second] = intent.session.parts;
  await send(second.url, second, document.subarray(first.sizeBytes));
  expect((await evidence.get(intent.path, { actor: made.rep })).body).toMatchObject({
    state: 'uploading',
    session: { parts: [{ received: false }, { received: true }] },
  });
  expect(await confirm(evidence, made.rep, intent)).toMatchObject({
    status: 409,
    body: { errors: [{ code: 'parts_missing' }] },
  });
  await send(first.url, first, document.subarray(0, first.sizeBytes));
  expect(await confirm(evidence, made.rep, intent)).toMatchObject({ status: 201 });
  expect(await send(first.url, first, document.subarray(0, first.sizeBytes))).toBe(false);
  const { body } = await evidence.get(intent.path, { actor: made.rep });
  expect(body).toMatchObject({ state: 'submitted', evidence: { processing: 'pending_scan' } });
});

test('F4 returns 503 without details while the store is unavailable', async () => {
  const away = {
    endpoint: 'http://127.0.0.1:1',
    region: 'us-east-1',
    accessKey: 'key',
    secretKey: 'not a secret',
    uploads: 'uploads',
    evidence: 'evidence',
  };
  const store = openS3Store(away, () => new Date());
  await expect(store.begin()).rejects.toMatchObject({ slug: 'unavailable' });
  await expect(store.read('a'.repeat(64))).rejects.toMatchObject({ slug: 'unavailable' });
  await expect(store.check()).rejects.toThrow();
});
