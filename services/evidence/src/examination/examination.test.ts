import { Readable } from 'node:stream';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeJpeg, makePdf } from '../../../../demo/documents.ts';
import { activePdfs, blackPng, crowdedPdf, endlessPdf, zip } from '../../test/hostile-documents.ts';
import { mebibyte } from '../../test/make.ts';
import { sandboxedExaminer } from './sandboxed-examiner.ts';

type MediaType = 'application/pdf' | 'image/jpeg' | 'image/png' | 'image/heic';

const examine = (bytes: Buffer, mediaType: MediaType, examiner = sandboxedExaminer()) =>
  examiner.examine(Readable.from([bytes]), { mediaType, sizeBytes: bytes.length });
const refused = (refusal: string) => ({ finding: 'refused', refusal });
const html = Buffer.from('<!DOCTYPE html><html><script>alert(document.domain)</script></html>');
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
    const { preview } = (await examine(bytes, mediaType)) as { preview: Buffer };
    expect(await sharp(preview).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 480 });
  }
});

test.each(Object.entries(activePdfs))('U4 a PDF with %s is refused', async (_what, make) => {
  expect(await examine(await make(), 'application/pdf')).toEqual(refused('active_content'));
});

test.each<[string, () => Buffer | Promise<Buffer>, MediaType, string]>([
  ['a JPEG with a web page after it', () => Buffer.concat([makeJpeg().bytes, html]), 'image/jpeg', 'two_formats'],
  ['a JPEG that is a JAR', () => Buffer.concat([makeJpeg().bytes, jar()]), 'image/jpeg', 'two_formats'],
  ['a PDF that is a ZIP', () => Buffer.concat([makePdf('A document').bytes, jar()]), 'application/pdf', 'two_formats'],
  ['a truncated JPEG', () => makeJpeg().bytes.subarray(0, 4000), 'image/jpeg', 'damaged'],
  ['a PDF without its pages', () => makePdf('A document').bytes.subarray(0, 60), 'application/pdf', 'damaged'],
  ['noise that begins like a PDF', () => Buffer.from(`%PDF-1.7\n${'x'.repeat(4096)}`), 'application/pdf', 'damaged'],
  [
    'noise that begins like a HEIC',
    () => Buffer.from(`\0\0\0\x18ftypheic${'x'.repeat(4096)}`),
    'image/heic',
    'damaged',
  ],
  ['a PNG of 14000 by 14000', () => blackPng(14_000, 14_000), 'image/png', 'too_many_pixels'],
])('U4 %s is refused', async (_what, make, mediaType, refusal) => {
  expect(await examine(await make(), mediaType)).toEqual(refused(refusal));
});

test('U4 a PDF of a million objects is refused, and the service does not grow', async () => {
  const bytes = crowdedPdf(1_000_000);
  const before = process.memoryUsage.rss();
  expect(await examine(bytes, 'application/pdf')).toEqual(refused('too_complex'));
  expect(process.memoryUsage.rss() - before).toBeLessThan(100 * mebibyte);
});

test('U4 what takes more time or memory than it may have is refused, and takes only its own process with it', async () => {
  const hurried = sandboxedExaminer({ cpuSeconds: 2, wallSeconds: 60, memoryMiB: 700 });
  expect(await examine(endlessPdf(), 'application/pdf', hurried)).toEqual(refused('too_complex'));
  const cramped = sandboxedExaminer({ cpuSeconds: 20, wallSeconds: 60, memoryMiB: 120 });
  expect(await examine(crowdedPdf(500_000, '/#4e'), 'application/pdf', cramped)).toEqual(refused('too_complex'));
});

test('U4 that there was too little memory for a picture says nothing of the picture', async () => {
  const cramped = sandboxedExaminer({ cpuSeconds: 20, wallSeconds: 60, memoryMiB: 60 });
  expect(await examine(blackPng(6000, 6000), 'image/png', cramped)).toEqual({ finding: 'failed' });
});

test('U4 what the clock ends, or what broke off, has found nothing', async () => {
  const late = sandboxedExaminer({ cpuSeconds: 20, wallSeconds: 0.01, memoryMiB: 700 });
  expect(await examine(makeJpeg().bytes, 'image/jpeg', late)).toEqual({ finding: 'failed' });
  const { bytes } = makeJpeg();
  const about = { mediaType: 'image/jpeg', sizeBytes: bytes.length };
  const broken = Readable.from(
    (async function* () {
      yield bytes.subarray(0, 4000);
      throw new Error('The store is away.');
    })(),
  );
  expect(await sandboxedExaminer().examine(broken, about)).toEqual({ finding: 'failed' });
});
