import { PDFiumLibrary } from '@hyzyla/pdfium';
import { refuseActiveContent } from './active-content.ts';
import { refuseBrokenStreams } from './content/drawn-streams.ts';
import { maxPages, pagesOf } from './content/page-tree.ts';
import { readPdfObjects } from './content/pdf-objects.ts';
import { damaged, RefusedDocument } from './content/refused-document.ts';

const maxObjects = 100_000;
// Large enough to decode every picture of a page, small enough to take milliseconds.
const pageSide = 400;

export async function examinePdf(bytes: Buffer): Promise<void> {
  refuseManyObjects(bytes);
  const objects = await readPdfObjects(bytes);
  refuseActiveContent(objects);
  const pages = pagesOf(objects);
  await refuseBrokenStreams(pages, objects);
  await drawPages(bytes, pages.length);
}

/** Counted before parsing. A PDF that hides its count meets the limits of the process. */
function refuseManyObjects(bytes: Buffer): void {
  const text = bytes.toString('latin1');
  let count = 0;
  for (const _ of text.matchAll(/endobj/g)) count++;
  // /N: objects in a compressed stream (ISO 32000-2 §7.5.7).
  if (text.includes('/ObjStm')) for (const [, inStream] of text.matchAll(/\/N\s+(\d{1,9})/g)) count += Number(inStream);
  if (count > maxObjects) throw new RefusedDocument('too_complex');
}

/** `expected`: how many pages other programs find. */
async function drawPages(bytes: Buffer, expected: number): Promise<void> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes).catch((error: unknown) => {
    throw damaged(error);
  });
  const count = document.getPageCount();
  if (count === 0 || count !== expected) throw new RefusedDocument('damaged');
  if (count > maxPages) throw new RefusedDocument('too_complex');
  for (const page of document.pages()) {
    const { originalWidth, originalHeight } = page.getOriginalSize();
    // Not loaded, or without an area: PDFium draws nothing of it.
    if (originalWidth === 0) throw new RefusedDocument('damaged');
    const scale = pageSide / Math.max(originalWidth, originalHeight, 1);
    await page.render({ scale, render: 'bitmap' }).catch((error: unknown) => {
      throw damaged(error);
    });
  }
}
