import type { Readable } from 'node:stream';
import { evidenceAvailable } from '@trust/contracts/events/evidence';
import { openLog } from '@trust/service-kit/observability/log';
import { afterAll, expect, test } from 'vitest';
import { confirm, makeCase, makeUpload } from '../../test/make.ts';
import { startEvidence } from '../../test/service.ts';
import { readBacklog } from './backlog.ts';
import { runScanJob, type ScanJob, takeNextJob } from './scan-versions.ts';
import { startScanning } from './scan-worker.ts';
import { eicarScanner } from './scanners/eicar-scanner.ts';
import { selfTestingScanner } from './scanners/self-testing-scanner.ts';

const evidence = await startEvidence({ connections: 6 });
afterAll(() => evidence[Symbol.asyncDispose]());
const log = openLog('evidence', 'silent');

async function confirmed() {
  const made = await makeCase(evidence);
  return (await confirm(evidence, made.rep, await makeUpload(evidence, made))).body.evidenceVersionId as string;
}
const available = async () => (await evidence.emitted(evidenceAvailable)).map((event) => event.evidenceVersionId);

test('several workers scan each version once, also one left by a crash', async () => {
  const before = await confirmed();
  await using _one = startScanning(evidence.app, log, 4);
  await using _other = startScanning(evidence.app, log, 4);
  const after = await confirmed();
  await expect.poll(async () => (await available()).sort(), { timeout: 10_000 }).toEqual([before, after].sort());
});

test('a stopped worker leaves its documents to the next one', async () => {
  const stopped = startScanning(evidence.app, log, 4);
  await stopped[Symbol.asyncDispose]();
  const version = await confirmed();
  await using _next = startScanning(evidence.app, log, 4);
  await expect.poll(available, { timeout: 10_000 }).toContain(version);
});

test('U3 documents wait during an outage of the scanner, without a failed attempt', async () => {
  let at = Date.now();
  let isDown = false;
  const scan = (bytes: Readable) => (isDown ? Promise.reject(new Error('ECONNREFUSED')) : eicarScanner.scan(bytes));
  const scanner = selfTestingScanner({ scan }, { now: () => new Date(at), log: { error: () => {} } });
  expect(await scanner.condition()).toBe('ok');
  isDown = true;
  const version = await confirmed();
  const app = { ...evidence.app, scanner };
  const job = await takeNextJob(app, { acceptsTimedOut: true, quietOnly: false });
  await runScanJob(app, job as ScanJob);
  await using _scanning = startScanning(app, log, 4);
  expect([await scanner.condition(), await readBacklog(app)]).toMatchObject(['degraded', { documentsToScan: 1 }]);
  isDown = false;
  at += 10_000;
  await expect.poll(available, { timeout: 10_000 }).toContain(version);
});
