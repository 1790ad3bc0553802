import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Log } from '@trust/service-kit/observability/log';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makePdf } from '../../../../../demo/documents.ts';
import { type Clamd, startClamd } from '../../../test/documents/clamd.ts';
import { zip } from '../../../test/documents/hostile-documents.ts';
import { evidenceOf, makeCase, makeReviewable, mebibyte, pdf } from '../../../test/make.ts';
import { startEvidence } from '../../../test/service.ts';
import type { Verdict } from '../../scanner.ts';
import { clamdScanner } from './clamd-scanner.ts';
import { eicar } from './eicar.ts';
import { selfTestingScanner } from './self-testing-scanner.ts';

let clamd: Clamd;
beforeAll(async () => {
  clamd = await startClamd({ limitBytes: 2 * mebibyte, maxFileBytes: mebibyte });
}, 300_000);
afterAll(() => clamd?.[Symbol.asyncDispose]());

const inChunks = (bytes: Buffer) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
    })(),
  );
const scan = (bytes: Buffer | Readable, address = clamd.address): Promise<Verdict> =>
  clamdScanner(address)
    .scan(bytes instanceof Readable ? bytes : inChunks(bytes))
    .catch(() => 'failed');

test('U3 clamd reports a document without malware as clean', async () => {
  expect(await scan(makePdf('Clean', 900_000).bytes)).toBe('clean');
  expect(await scan(Buffer.alloc(0))).not.toBe('infected');
});

test.each([
  ['by itself', eicar],
  ['in a PDF', infectedPdf()],
  ['far into a file', Buffer.concat([randomBytes(700_000), eicar, randomBytes(100)])],
  ['in a ZIP', zip('eicar.com', eicar)],
])('U3 the EICAR test file %s is found', async (_where, bytes) => {
  expect(await scan(bytes)).toBe('infected');
});

test.each([
  ['longer than clamd takes', 2 * mebibyte + 1],
  ['longer than clamd looks into', mebibyte + 1],
])('U3 a file %s is not clean', async (_what, length) => {
  expect(await scan(Buffer.alloc(length, 'x'))).toBe('failed');
  expect(await scan(Buffer.alloc(mebibyte, 'x'))).toBe('clean');
});

test('U3 a scan fails when clamd is killed in the middle of a file', async () => {
  await using own = await startClamd();
  const bytes = Readable.from(
    (async function* () {
      yield randomBytes(100_000);
      own.kill();
      for (let more = 0; more < 50; more++) yield randomBytes(100_000);
    })(),
  );
  expect(await scan(bytes, own.address)).toBe('failed');
});

test('U3 a scan fails without clamd', async () => {
  expect(await scan(Buffer.from('anything'), join(tmpdir(), 'nobody-listens-here'))).toBe('failed');
});

test.each<[string, (socket: Socket) => void]>([
  ['garbage', (socket) => socket.end(randomBytes(100))],
  ['nothing', (socket) => socket.end()],
  ['half an answer', (socket) => socket.end('stream: O')],
  ['a word more than OK', (socket) => socket.end('stream: OK but\0')],
  ['an error', (socket) => socket.end('INSTREAM size limit exceeded. ERROR\0')],
  ['no end of it', (socket) => socket.end('stream: OK'.repeat(1000))],
])('U3 a clamd that answers %s has found nothing clean', async (_what, answer) => {
  await using server = await fake(onceHeard(answer));
  expect(await scan(Buffer.from('a document'), server.address)).toBe('failed');
});

test('U3 ignores an OK that arrives before the last byte was sent', async () => {
  const heard = Promise.withResolvers<void>();
  await using server = await fake((socket) => {
    socket.write('stream: OK\0', () => heard.resolve());
    socket.resume();
  });
  const bytes = Readable.from(
    (async function* () {
      yield randomBytes(1000);
      await heard.promise;
      yield randomBytes(1000);
      // Lets the reply arrive.
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    })(),
  );
  expect(await scan(bytes, server.address)).toBe('failed');
});

test.each([
  ['before it is asked', 0],
  ['in the middle of a file', 20_000_000],
])('U3 a scan fails when clamd hangs %s, and succeeds once it continues', async (_when, sentBefore) => {
  await using own = await startClamd();
  const scanner = clamdScanner(own.address, 500);
  if (sentBefore === 0) own.hang();
  const bytes = Readable.from(
    (function* () {
      for (let sent = 0; sent < 30_000_000; sent += 1_000_000) {
        if (sent === sentBefore) own.hang();
        yield Buffer.alloc(1_000_000, sent);
      }
    })(),
  );
  await expect(scanner.scan(bytes)).rejects.toThrow('did not respond');
  own.goOn();
  expect(await scanner.scan(Readable.from([Buffer.from('a document')]))).toBe('clean');
});

test('U3 a document whose scan hung, crashed or hit a limit stays unreadable', async () => {
  await using own = await startClamd({ limitBytes: 2 * mebibyte, maxFileBytes: mebibyte });
  await using evidence = await startEvidence({ scanner: clamdScanner(own.address, 500) });
  const reviewer = operator('reviewer');
  const states: string[] = [];
  for (const [document, trouble] of [
    [pdf(mebibyte + 1), () => {}],
    [pdf(2 * mebibyte + 1), () => {}],
    [pdf(), () => own.hang()],
    [pdf(), () => own.kill()],
  ] as const) {
    trouble();
    const made = await makeCase(evidence);
    const one = await makeReviewable(evidence, made, reviewer.userId, document);
    const granted = await evidence.post(one.grantsPath, {
      actor: reviewer,
      body: { reason: 'To check the document.' },
    });
    expect(granted).toMatchObject({ status: 409, body: { type: expect.stringContaining('state-conflict') } });
    const item = await evidence.get(`${evidenceOf(made)}/${one.evidenceId}`, { actor: made.rep });
    states.push(item.body.version.processing);
  }
  expect(states).toEqual(Array(4).fill('unscannable'));
});

const errors: [fields: object, message?: string][] = [];
const log = { error: (...entry: [object, string?]) => void errors.push(entry) } as Pick<Log, 'error'>;
beforeEach(() => void errors.splice(0));
const proven = (address: string) => selfTestingScanner(clamdScanner(address), { now: () => new Date(), log });

test('U3 the self-test rejects a clamd with lower limits or without the EICAR signature', async () => {
  // This clamd reads 2 MiB of a stream, so it never reads the end of the largest document.
  const document = () => inChunks(makePdf('Clean').bytes);
  expect(await scan(document())).toBe('clean');
  expect(await proven(clamd.address).scan(document())).toBe('failed');
  await using gullible = await fake(onceHeard((socket) => socket.end('stream: OK\0')));
  expect(await scan(document(), gullible.address)).toBe('clean');
  expect(await proven(gullible.address).scan(document())).toBe('failed');
  expect(await proven(gullible.address).condition()).toBe('degraded');
});

test('U3 the self-test accepts a clamd that scans the largest document', async () => {
  await using roomy = await startClamd();
  const scanner = proven(roomy.address);
  expect(await scanner.scan(inChunks(makePdf('Clean', 900_000).bytes))).toBe('clean');
  expect(await scanner.scan(inChunks(infectedPdf()))).toBe('infected');
  expect(await scanner.condition()).toBe('degraded');
});

test('U3 the self-test rejects a clamd that reports unread files as clean', async () => {
  await using silentOne = await startClamd({ maxFileBytes: mebibyte, alertsExceeded: false });
  const infected = () => inChunks(Buffer.concat([randomBytes(2 * mebibyte), eicar]));
  expect(await scan(infected(), silentOne.address)).toBe('clean');
  expect(await proven(silentOne.address).scan(infected())).toBe('failed');
});

test('reports clamd as up if it replies PONG, and as down if it hangs, has stopped or replies otherwise', async () => {
  await using own = await startClamd();
  const isUp = (address = own.address) =>
    clamdScanner(address, 500)
      .isUp?.()
      .catch(() => false);
  expect(await isUp()).toBe(true);
  own.hang();
  expect(await isUp()).toBe(false);
  own.goOn();
  expect(await isUp()).toBe(true);
  own.kill();
  expect(await isUp()).toBe(false);
  for (const reply of ['', 'PONG', 'UNKNOWN COMMAND\0', 'PONG\0PONG\0']) {
    await using server = await fake((socket) => socket.once('data', () => socket.end(reply)));
    expect(await isUp(server.address)).toBe(false);
  }
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

test.each([
  [47, 'ok'],
  [49, 'degraded'],
])('U3 signatures of %i hours: readiness says %s, and scanning goes on', async (hours, condition) => {
  await using aged = await startClamd({ signaturesDate: hoursAgo(hours) });
  const scanner = proven(aged.address);
  expect([await scanner.condition(), await scanner.condition()]).toEqual([condition, condition]);
  expect(errors.length).toBe(condition === 'ok' ? 0 : 1);
  expect(await scan(eicar, aged.address)).toBe('infected');
});

test('U3 a clamd that does not run is degraded, and the log says why', async () => {
  expect(await proven('/nowhere/clamd.ctl').condition()).toBe('degraded');
  expect(errors).toMatchObject([[{ err: { code: 'ENOENT' } }, 'Scanner failed its EICAR self-test']]);
});

test('U3 a clamd without a signature date is degraded', async () => {
  await using server = await fake((socket) => {
    socket.once('data', (first) => {
      if (first.toString('latin1').startsWith('zVERSION\0')) socket.end('ClamAV 1.4.3/27900/yesterday\0');
    });
    onceHeard(() => socket.end('stream: Eicar-Test-Signature FOUND\0'))(socket);
  });
  expect(await proven(server.address).condition()).toBe('degraded');
});

function infectedPdf(): Buffer {
  const { bytes } = makePdf('A document', 8192);
  eicar.copy(bytes, bytes.length - 4096);
  return bytes;
}

function onceHeard(answer: (socket: Socket) => void) {
  return (socket: Socket) => {
    let last = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      last = Buffer.concat([last, chunk]).subarray(-4);
      if (last.equals(Buffer.alloc(4))) answer(socket);
    });
  };
}

/** Replies that a real clamd cannot be made to send. */
async function fake(talk: (socket: Socket) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'trust-clamd-'));
  const address = join(folder, 'socket');
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    talk(socket);
  });
  await new Promise<void>((resolve) => server.listen(address, resolve));
  return {
    address,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
