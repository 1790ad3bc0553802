import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeJpeg, makePdf } from '../../../../../demo/documents.ts';
import {
  activePdfs,
  blackPng,
  crowdedPdf,
  endlessPdf,
  passwordPdf,
  photoHeic,
  stallingPdf,
  unchangeablePdf,
  zip,
} from '../../../test/documents/hostile-documents.ts';
import { photo } from '../../../test/documents/whole-pdfs.ts';
import { mebibyte } from '../../../test/make.ts';
import type { Preview } from '../../examiner.ts';
import { sandboxedExaminer } from './sandboxed-examiner.ts';

const execute = promisify(execFile);

// The promise allows 100 MB; measured are 1 to 3 MiB.
const mostMiB = 30;

type MediaType = 'application/pdf' | 'image/jpeg' | 'image/png' | 'image/heic';

const ample = { cpuMs: 20_000, wallMs: 60_000, urgentMs: 1000 };
const examine = (bytes: Buffer, mediaType: MediaType, { limits = ample, memoryMiB = 700 } = {}) =>
  sandboxedExaminer(memoryMiB).examine(Readable.from([bytes]), { mediaType, sizeBytes: bytes.length }, limits);
const refused = (refusal: string) => ({ finding: 'refused', refusal });
const html = Buffer.from('<!DOCTYPE html><html><script>alert(document.domain)</script></html>');
const halfOf = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
const cutPhoto = async (after: Buffer, isProgressive = false) =>
  Buffer.concat([halfOf(await photo(isProgressive)), after]);
const jar = () => zip('META-INF/MANIFEST.MF', Buffer.from('Main-Class: Evil'));

test('U4 a PDF, a JPEG and a PNG open, and an image gets a preview', async () => {
  expect(await examine(makePdf('A document', 3 * mebibyte).bytes, 'application/pdf')).toEqual({
    finding: 'acceptable',
    preview: undefined,
  });
  for (const [bytes, mediaType] of [
    [makeJpeg().bytes, 'image/jpeg'],
    [await sharp(makeJpeg().bytes).png().toBuffer(), 'image/png'],
  ] as const) {
    const { preview } = (await examine(bytes, mediaType)) as { preview: Preview };
    expect(preview.isLegible).toBe(true);
    expect(await sharp(preview.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 480 });
  }
});

test.each<[string, () => Buffer | Promise<Buffer>, MediaType, string]>([
  ['a JPEG with a web page after it', () => Buffer.concat([makeJpeg().bytes, html]), 'image/jpeg', 'two_formats'],
  ['a JPEG that is a JAR', () => Buffer.concat([makeJpeg().bytes, jar()]), 'image/jpeg', 'two_formats'],
  ['a PDF that is a ZIP', () => Buffer.concat([makePdf('A document').bytes, jar()]), 'application/pdf', 'two_formats'],
  ['a truncated JPEG', () => makeJpeg().bytes.subarray(0, 4000), 'image/jpeg', 'damaged'],
  ['half a JPEG with an end', () => cutPhoto(Buffer.from([0xff, 0xd9])), 'image/jpeg', 'damaged'],
  ['half a JPEG with zeros after it', () => cutPhoto(Buffer.alloc(500_000)), 'image/jpeg', 'damaged'],
  ['a JPEG without its end', async () => (await photo()).subarray(0, -2), 'image/jpeg', 'damaged'],
  ['half a progressive JPEG with an end', () => cutPhoto(Buffer.from([0xff, 0xd9]), true), 'image/jpeg', 'damaged'],
  [
    'half a PNG',
    async () =>
      halfOf(
        await sharp(await photo())
          .png()
          .toBuffer(),
      ),
    'image/png',
    'damaged',
  ],
  ['half a HEIC', () => photoHeic().subarray(0, -60), 'image/heic', 'damaged'],
  ['a PDF with a script', activePdfs['a script'] as () => Promise<Buffer>, 'application/pdf', 'active_content'],
  ['a PDF without its pages', () => makePdf('A document').bytes.subarray(0, 60), 'application/pdf', 'damaged'],
  ['noise that begins like a PDF', () => Buffer.from(`%PDF-1.7\n${'x'.repeat(4096)}`), 'application/pdf', 'damaged'],
  [
    'noise that begins like a HEIC',
    () => Buffer.from(`\0\0\0\x18ftypheic${'x'.repeat(4096)}`),
    'image/heic',
    'damaged',
  ],
  ['a PNG of more pixels than are taken', () => blackPng(8_000, 5_001), 'image/png', 'too_many_pixels'],
])('U4 rejects %s', async (_what, make, mediaType, refusal) => {
  expect(await examine(await make(), mediaType)).toEqual(refused(refusal));
});

test.each<[string, (whole: Buffer) => Buffer]>([
  ['bytes after its end', (whole) => Buffer.concat([whole, Buffer.alloc(5000, 0xff)])],
  ['a video after its end', (whole) => Buffer.concat([whole, Buffer.from('ftypmp42'), randomBytes(5000)])],
  ['bytes before its end', (whole) => Buffer.concat([whole.subarray(0, -2), Buffer.alloc(9), whole.subarray(-2)])],
  ['a thumbnail in it', (whole) => Buffer.concat([whole.subarray(0, 2), thumbnailOf(whole), whole.subarray(2)])],
])('U4 accepts a JPEG with %s', async (_what, change) => {
  for (const isProgressive of [false, true]) {
    const { finding } = await examine(change(await photo(isProgressive)), 'image/jpeg');
    expect(finding).toBe('acceptable');
  }
});

/** An application segment that contains a whole JPEG, as cameras write it. */
function thumbnailOf(whole: Buffer): Buffer {
  const inside = Buffer.concat([whole.subarray(0, 400), Buffer.from([0xff, 0xd9])]);
  return Buffer.concat([Buffer.from([0xff, 0xe5, (inside.length + 2) >> 8, (inside.length + 2) & 255]), inside]);
}

test.each<[string, () => Buffer, MediaType]>([
  ['a PNG of 14000 by 14000', () => blackPng(14_000, 14_000), 'image/png'],
  ['a PDF of a million objects', () => crowdedPdf(1_000_000), 'application/pdf'],
])('U4 rejects %s with little additional memory', async (_what, make, mediaType) => {
  const folder = mkdtempSync(join(tmpdir(), 'trust-document-'));
  const file = join(folder, 'document');
  writeFileSync(file, make());
  const child = fileURLToPath(new URL('../../../test/documents/examining-child.ts', import.meta.url));
  const { stdout } = await execute(process.execPath, [child, file, mediaType]);
  rmSync(folder, { recursive: true });
  const { finding, restMiB, peakMiB } = JSON.parse(stdout);
  expect(finding).toBe('refused');
  expect(peakMiB - restMiB).toBeLessThan(mostMiB);
});

test('U4 a HEIC opens, and its preview is a JPEG of its picture', async () => {
  const { preview } = (await examine(photoHeic(), 'image/heic')) as { preview: Preview };
  expect(await sharp(preview.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 96, height: 64 });
  const { data } = await sharp(preview.bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * 96 + x) * 3, (y * 96 + x) * 3 + 2)] as [number, number];
  const [topLeft, topRight, bottomLeft] = [at(4, 4), at(91, 4), at(4, 59)];
  expect(topRight[0] - topLeft[0]).toBeGreaterThan(100);
  expect(bottomLeft[1] - topLeft[1]).toBeGreaterThan(100);
});

test.each([
  ['a password', passwordPdf],
  ['a ban on changes, which opens without a password', unchangeablePdf],
])('U4 rejects a PDF with %s because its content cannot be examined', async (_what, make) => {
  expect(await examine(make(), 'application/pdf')).toEqual(refused('encrypted'));
});

test('U4 the kernel stops a document at its processor time', async () => {
  const limits = { cpuMs: 1000, wallMs: 60_000, urgentMs: 1000 };
  const outOfTime = { finding: 'out_of_time', cpuMs: 1000 };
  expect(await examine(stallingPdf(), 'application/pdf', { limits })).toEqual(outOfTime);
});

test('U4 forms that draw each other endlessly hit the time or memory limit', async () => {
  const found = await examine(endlessPdf(), 'application/pdf', {
    limits: { cpuMs: 2000, wallMs: 60_000, urgentMs: 1000 },
  });
  expect([refused('too_complex'), { finding: 'out_of_time', cpuMs: 2000 }]).toContainEqual(found);
});

test('U4 rejects a document above the memory limit and ends only its process', async () => {
  const crowded = crowdedPdf(500_000, '/#4e');
  // At low priority a busy machine would stop it before it fills its memory.
  const limits = { ...ample, urgentMs: ample.cpuMs };
  expect(await examine(crowded, 'application/pdf', { memoryMiB: 70, limits })).toEqual(refused('too_complex'));
});

test('U4 fails, without rejecting the image, when memory is insufficient', async () => {
  expect(await examine(blackPng(6000, 6000), 'image/png', { memoryMiB: 60 })).toEqual({ finding: 'failed' });
});

test('U4 reports the processor time of a document that the clock stopped', async () => {
  const found = await examine(stallingPdf(), 'application/pdf', {
    limits: { cpuMs: 20_000, wallMs: 1500, urgentMs: 1000 },
  });
  expect(found).toEqual({ finding: 'out_of_time', cpuMs: expect.any(Number) });
  const { cpuMs } = found as { cpuMs: number };
  expect(cpuMs).toBeGreaterThan(0);
  expect(cpuMs).toBeLessThan(3000);
});

test('U4 an incomplete or stopped examination fails', async () => {
  const { bytes } = makeJpeg();
  const about = { mediaType: 'image/jpeg', sizeBytes: bytes.length };
  const broken = Readable.from(
    (async function* () {
      yield bytes.subarray(0, 4000);
      throw new Error('The store is away.');
    })(),
  );
  expect(await sandboxedExaminer().examine(broken, about, ample)).toEqual({ finding: 'failed' });
  const stopping = new AbortController();
  const stalling = stallingPdf();
  const ofStalling = { mediaType: 'application/pdf', sizeBytes: stalling.length };
  const stopped = sandboxedExaminer().examine(Readable.from([stalling]), ofStalling, ample, stopping.signal);
  stopping.abort();
  expect(await stopped).toEqual({ finding: 'failed' });
});
