import { randomUUID } from 'node:crypto';
import { evidenceAvailable, evidenceRejected } from '@trust/contracts/events/evidence';
import { openLog } from '@trust/service-kit/observability/log';
import { expect, test } from 'vitest';
import { makePdf } from '../../../../demo/documents.ts';
import { stallingPdf } from '../../test/documents/hostile-documents.ts';
import { confirm, makeCase, makeUpload } from '../../test/make.ts';
import { startEvidence } from '../../test/service.ts';
import { sandboxedExaminer } from './examination/sandboxed-examiner.ts';
import { startScanning } from './scan-worker.ts';

const silent = openLog('evidence', 'silent');
const rounds = 5;

test('U4 ten endless documents of three providers delay a fourth provider less than threefold', async () => {
  await using evidence = await startEvidence({ connections: 8, examiner: sandboxedExaminer() });
  await using _scanning = startScanning(evidence.app, silent, 4);
  const uploadFor = async (document: Buffer, providerId?: string) => {
    const made = await makeCase(evidence, providerId ? { providerId } : {});
    const upload = await makeUpload(evidence, made, document);
    return { providerId: made.providerId, confirm: () => confirm(evidence, made.rep, upload) };
  };
  const available = async () => (await evidence.emitted(evidenceAvailable)).map((event) => event.providerId);
  const timeOf = async (upload: Awaited<ReturnType<typeof uploadFor>>) => {
    const began = performance.now();
    await upload.confirm();
    await expect.poll(available, { timeout: 60_000, interval: 20 }).toContain(upload.providerId);
    return performance.now() - began;
  };
  const cleanUploads = () => Promise.all(Array.from({ length: rounds }, () => uploadFor(makePdf('Clean').bytes)));
  const alone: number[] = [];
  for (const upload of await cleanUploads()) alone.push(await timeOf(upload));

  const stalling = stallingPdf();
  const attackers = [randomUUID(), randomUUID(), randomUUID()];
  const bombs: Awaited<ReturnType<typeof uploadFor>>[] = [];
  for (let index = 0; index < 10; index++) bombs.push(await uploadFor(stalling, attackers[index % 3]));
  const clean = await cleanUploads();
  await Promise.all(bombs.map((bomb) => bomb.confirm()));
  const beside: number[] = [];
  for (const upload of clean) beside.push(await timeOf(upload));

  expect(median(beside)).toBeLessThan(3 * median(alone));
  expect(await available()).not.toEqual(expect.arrayContaining([expect.toBeOneOf(attackers)]));
  expect((await evidence.emitted(evidenceRejected)).every(({ refusal }) => refusal === 'too_complex')).toBe(true);
});

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
