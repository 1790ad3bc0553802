import { EncryptedPDFError, PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { isExhaustion, RefusedDocument } from './refusals.ts';

const mostObjects = 100_000;
const mostPages = 500;
// Large enough that every picture of a page is decoded, small enough that a page takes milliseconds.
const pageSide = 400;

/** Throws unless a PDF holds nothing that acts by itself and every page of it can be drawn. */
export async function examinePdf(bytes: Buffer): Promise<void> {
  refuseManyObjects(bytes);
  for (const object of await objectsOf(bytes)) refuseActive(object);
  await drawPages(bytes);
}

/** Before they are all in memory. Whoever hides their number from this meets the limits of the process. */
function refuseManyObjects(bytes: Buffer): void {
  const text = bytes.toString('latin1');
  let count = 0;
  for (const _ of text.matchAll(/endobj/g)) count++;
  // How many stand compressed in a stream is said by its /N (ISO 32000-2 §7.5.7).
  if (text.includes('/ObjStm')) for (const [, inStream] of text.matchAll(/\/N\s+(\d{1,9})/g)) count += Number(inStream);
  if (count > mostObjects) throw new RefusedDocument('too_complex');
}

/** Every object that stands in the file, reachable or not, compressed or not: the parser ignores the table that says where they are. */
async function objectsOf(bytes: Buffer): Promise<PDFObject[]> {
  try {
    const { context } = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true });
    return context.enumerateIndirectObjects().map(([, object]) => object);
  } catch (error) {
    if (error instanceof EncryptedPDFError) throw new RefusedDocument('encrypted');
    throw damaged(error);
  }
}

/** ISO 32000-2 §12.6.4 (actions), §7.11.4 (embedded files), §12.7.8 (XFA), §13 (media). Links to pages and to the web only show where they lead. */
const activeKeys = ['JS', 'JavaScript', 'EmbeddedFiles', 'EF', 'XFA', 'RichMediaContent'];
const activeValues: Record<string, readonly string[]> = {
  S: [
    ...['JavaScript', 'Launch', 'SubmitForm', 'ImportData', 'GoToR', 'GoToE'],
    ...['Rendition', 'RichMediaExecute', 'Movie', 'Sound', 'GoTo3DView'],
  ],
  Type: ['EmbeddedFile'],
  Subtype: ['FileAttachment', 'RichMedia', 'Movie', 'Sound', 'Screen', '3D'],
};

function refuseActive(root: PDFObject): void {
  const open: PDFObject[] = [root];
  for (let object = open.pop(); object; object = open.pop()) {
    if (object instanceof PDFArray) open.push(...object.asArray());
    const dict = object instanceof PDFStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) continue;
    for (const [key, value] of dict.entries()) {
      const name = key.decodeText();
      if (activeKeys.includes(name)) throw new RefusedDocument('active_content');
      if (value instanceof PDFName && activeValues[name]?.includes(value.decodeText()))
        throw new RefusedDocument('active_content');
      open.push(value);
    }
  }
}

async function drawPages(bytes: Buffer): Promise<void> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes).catch((error: unknown) => {
    throw damaged(error);
  });
  const count = document.getPageCount();
  if (count === 0) throw new RefusedDocument('damaged');
  if (count > mostPages) throw new RefusedDocument('too_complex');
  for (const page of document.pages()) {
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = pageSide / Math.max(originalWidth, originalHeight, 1);
    await page.render({ scale, render: 'bitmap' }).catch((error: unknown) => {
      throw damaged(error);
    });
  }
}

/** What a parser throws about a document. That memory has ended is no fault of its form. */
function damaged(error: unknown): unknown {
  return isExhaustion(error) ? error : new RefusedDocument('damaged');
}
