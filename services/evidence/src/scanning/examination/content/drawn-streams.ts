import type { PDFDict as Dict, PDFObject, PDFRawStream as RawStream } from '@cantoo/pdf-lib';
import { refuseBrokenStream } from './broken-stream.ts';
import type { Page } from './page-tree.ts';
import { PDFArray, PDFDict, PDFName, PDFNull, PDFRawStream, PDFRef } from './pdf-lib.ts';
import type { PdfObjects } from './pdf-objects.ts';
import { RefusedDocument } from './refused-document.ts';

/** What no program draws, and what leads to other pages. */
const notDrawn = new Set(
  ['Parent', 'Metadata', 'PieceInfo', 'ToUnicode', 'Properties', 'OC'].map((key) => PDFName.of(key)),
);

/** Every stream that a page is drawn from: contents, pictures, forms, patterns, fonts, annotations. */
export async function refuseBrokenStreams(pages: readonly Page[], objects: PdfObjects): Promise<void> {
  for (const { dict } of pages) refuseMissingContents(dict.get(PDFName.of('Contents')), objects);
  for (const stream of drawnStreams(pages, objects)) await refuseBrokenStream(stream, objects);
}

function refuseMissingContents(contents: PDFObject | undefined, { current }: PdfObjects): void {
  const found = contents && current(contents);
  const parts = found instanceof PDFArray ? found.asArray().map(current) : [found ?? contents];
  const isRight = (part: PDFObject | undefined) => part instanceof PDFRawStream || part === PDFNull;
  if (contents && !parts.every(isRight)) throw new RefusedDocument('damaged');
}

/** Pictures and forms by their names, in resources. */
function refuseMissingPictures(dict: Dict, { current }: PdfObjects): void {
  const named = current(dict.get(PDFName.of('XObject')) ?? PDFNull);
  if (named instanceof PDFDict && named.values().some((picture) => current(picture) === undefined))
    throw new RefusedDocument('damaged');
}

function* drawnStreams(pages: readonly Page[], objects: PdfObjects): Generator<RawStream> {
  const seen = new Set<PDFObject>();
  const open = pages.flatMap((page) => drawnBy(page, objects));
  for (let object = open.pop(); object; object = open.pop()) {
    if (seen.has(object)) continue;
    seen.add(object);
    if (object instanceof PDFRef) open.push(...objects.definitionsOf(object));
    else if (object instanceof PDFArray) open.push(...object.asArray());
    const dict = object instanceof PDFRawStream ? object.dict : object;
    if (object instanceof PDFRawStream) yield object;
    if (!(dict instanceof PDFDict)) continue;
    for (const [key, value] of dict.entries()) if (!notDrawn.has(key)) open.push(value);
    refuseMissingPictures(dict, objects);
  }
}

function drawnBy({ dict, resources }: Page, { current }: PdfObjects): PDFObject[] {
  const contents = dict.get(PDFName.of('Contents'));
  const annotations = current(dict.get(PDFName.of('Annots')) ?? PDFNull);
  const appearances = (annotations instanceof PDFArray ? annotations.asArray() : []).map((annotation) => {
    const found = current(annotation);
    return found instanceof PDFDict ? found.get(PDFName.of('AP')) : undefined;
  });
  return [contents, resources, ...appearances].filter((object) => object !== undefined);
}
