import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openLog } from '@trust/service-kit/observability/log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jpeg, makeCase, makeIntent, makeUpload, mebibyte, pdf } from '../../test/make.ts';
import { startEvidence } from '../../test/service.ts';
import { sweepStore } from '../retention/sweep/sweep-store.ts';
import { type FolderStore, openFolderStore } from './folder-store.ts';

const silent = openLog('evidence', 'silent');

let folder: string;
let store: FolderStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trust-store-'));
  store = await openFolderStore({ folder, publicUrl: 'http://trust.test', secret: 'for tests only' });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const receive = (uploadRef: string, partNumber: number, bytes: Buffer) =>
  store.receivePart({ uploadRef, partNumber, sizeBytes: bytes.length }, Readable.from([bytes]));

test.each(['../secrets', 'objects', '', 'a'.repeat(63), `${'a'.repeat(64)}/x`])(
  'rejects %j as an object name',
  async (name) => {
    await expect(store.read(name)).rejects.toThrow('Not a name of this store');
  },
);

test.each([
  ['application/pdf', pdf()],
  ['image/jpeg', jpeg()],
  [
    'image/png',
    Buffer.concat([
      Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000049444154', 'hex'),
      randomBytes(2000),
    ]),
  ],
  [
    'image/heic',
    Buffer.concat([Buffer.from('000000186674797068656963000000006d69663168656963', 'hex'), randomBytes(2000)]),
  ],
  [
    'image/heic',
    Buffer.concat([Buffer.from('00000018667479706d696631000000006d69663168656963', 'hex'), randomBytes(2000)]),
  ],
  ['application/zip', Buffer.concat([Buffer.from('504b0304140000000000', 'hex'), Buffer.alloc(2000)])],
  [undefined, Buffer.from('<html><script>alert(1)</script></html>'.repeat(50))],
])('bytes are recognised as %s', async (mediaType, bytes) => {
  const uploadRef = await store.begin();
  await receive(uploadRef, 1, bytes);
  expect((await store.seal(uploadRef, 1))?.mediaType).toBe(mediaType);
});

test('memory stays constant during an upload', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const measureBuffers = () => {
    collect();
    return process.memoryUsage().arrayBuffers;
  };
  const chunk = randomBytes(65_536);
  const before = measureBuffers();
  let most = 0;
  const look = () => {
    most = Math.max(most, measureBuffers() - before);
  };
  const sizeBytes = 15 * mebibyte;
  const body = function* () {
    for (let sent = 0; sent < sizeBytes; sent += chunk.length) {
      if (sent % (5 * mebibyte) === 0) look();
      yield chunk;
    }
  };
  const uploadRef = await store.begin();
  await store.receivePart({ uploadRef, partNumber: 1, sizeBytes }, Readable.from(body()));
  look();
  const sealing = store.seal(uploadRef, 1);
  setTimeout(look, 5);
  await sealing;
  expect(most).toBeLessThan(4 * mebibyte);
});

test('the sweep deletes only the objects that a crash left in the store', async () => {
  await using evidence = await startEvidence();
  // Files have the time of the machine.
  evidence.clock.now = new Date();
  const made = await makeCase(evidence);
  const live = await makeUpload(evidence, made);
  const kept = await makeUpload(evidence, made);
  await evidence.post(`${kept.path}/confirm`, { actor: made.rep });
  const abandoned = await makeIntent(evidence, made);
  const orphan = await evidence.app.store.begin();
  await writeFile(
    join(evidence.folder, 'objects', `${randomBytes(32).toString('hex')}`),
    'a copy that was never confirmed',
  );
  await writeFile(join(evidence.folder, 'objects', `${'a'.repeat(64)}.draft-${'b'.repeat(64)}`), 'half a copy');

  expect(await sweepStore(evidence.app, silent)).toBe(0);
  evidence.advanceClock(3 * 3600);
  const retried = await evidence.post(`${live.path}/retry`, { actor: made.rep });
  expect(await sweepStore(evidence.app, silent)).toBe(5);
  expect(await evidence.app.store.receivedParts(orphan)).toEqual(new Map());
  expect((await evidence.get(kept.path, { actor: made.rep })).body.evidence).not.toBeNull();
  expect((await evidence.get(abandoned.path, { actor: made.rep })).body.state).toBe('retryable');
  const uploads = await namesIn('uploads', evidence.folder);
  const session = await evidence.db
    .selectFrom('upload_session')
    .select('upload_ref')
    .where('id', '=', retried.body.session.id)
    .executeTakeFirstOrThrow();
  expect(uploads).toEqual([session.upload_ref]);
  expect((await namesIn('objects', evidence.folder)).filter((name) => /^[0-9a-f]/.test(name))).toHaveLength(1);
});

const namesIn = (area: string, of: string) => readdir(join(of, area));
