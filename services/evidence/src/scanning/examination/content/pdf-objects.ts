import type { PDFContext, PDFObject, PDFRawStream as RawStream, PDFRef as Ref } from '@cantoo/pdf-lib';
import {
  EncryptedPDFError,
  PDFDocument,
  PDFName,
  PDFNull,
  PDFObjectParser,
  PDFObjectStreamParser,
  PDFRawStream,
  PDFRef,
} from './pdf-lib.ts';
import { damaged, RefusedDocument } from './refused-document.ts';

/** Every definition of every object, earlier revisions included. */
export type PdfObjects = {
  all: PDFObject[];
  /** The value itself, or every definition under the object number that it refers to. */
  resolve(value: PDFObject): readonly PDFObject[];
  /** Of the last revision. */
  catalog: PDFObject;
  /** The value itself, or what it refers to in the last revision; undefined if there is no such object. */
  current(value: PDFObject): PDFObject | undefined;
  /** Under its number, earlier revisions included. */
  definitionsOf(reference: Ref): readonly PDFObject[];
};

// Not the end of `endobj`.
const objectStart = /(?<!end)obj|trailer/g;
const numberBefore = /(\d{1,10})[\0\s]+\d+[\0\s]*$/;
const maxHeaderLength = 64;
// Objects with an unusual header match every reference.
const anyNumber = -1;

/** Also in comments and earlier revisions: the cross-reference table may lead to any object. */
export async function readPdfObjects(bytes: Buffer): Promise<PdfObjects> {
  const all: PDFObject[] = [];
  const definitions = new Map<number, PDFObject[]>();
  const note = (number: number, object: PDFObject) => {
    all.push(object);
    const others = definitions.get(number);
    if (others) others.push(object);
    else definitions.set(number, [object]);
  };
  const context = await contextOf(bytes);
  // PDFObjectStreamParser reports the objects of a stream through this method.
  context.assign = ({ objectNumber }, object) => note(objectNumber, object);
  const text = bytes.toString('latin1');
  for (const { 0: keyword, index } of text.matchAll(objectStart)) {
    const object = objectAt(bytes.subarray(index + keyword.length), context);
    if (!object) continue;
    const [, number = anyNumber] = numberBefore.exec(text.slice(Math.max(0, index - maxHeaderLength), index)) ?? [];
    note(Number(number), object);
    if (object instanceof PDFRawStream && isObjectStream(object)) await readInside(object);
  }
  function resolve(value: PDFObject, depth = 0): readonly PDFObject[] {
    if (!(value instanceof PDFRef)) return [value];
    if (depth > 8) throw new RefusedDocument('damaged');
    const found = [value.objectNumber, anyNumber].flatMap((number) => definitions.get(number) ?? []);
    return found.flatMap((object) => resolve(object, depth + 1));
  }
  const definitionsOf = ({ objectNumber }: Ref) => definitions.get(objectNumber) ?? [];
  function current(value: PDFObject, depth = 0): PDFObject | undefined {
    if (!(value instanceof PDFRef)) return value;
    if (depth > 8) throw new RefusedDocument('damaged');
    // Some writers get the generation wrong.
    const found = context.lookup(value) ?? definitionsOf(value).at(-1);
    return found && current(found, depth + 1);
  }
  return {
    all,
    resolve,
    catalog: context.trailerInfo.Root ?? PDFNull,
    current: (value) => current(value),
    definitionsOf,
  };
}

async function contextOf(bytes: Buffer): Promise<PDFContext> {
  try {
    return (await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true })).context;
  } catch (error) {
    if (error instanceof EncryptedPDFError) throw new RefusedDocument('encrypted');
    throw damaged(error);
  }
}

function objectAt(bytes: Buffer, context: PDFContext): PDFObject | undefined {
  try {
    return PDFObjectParser.forBytes(bytes, context).parseObject();
  } catch (error) {
    // Not an object: `obj` occurs in a text or in compressed bytes.
    if (damaged(error) === error) throw error;
  }
}

/** Some programs ignore `/Type`. */
function isObjectStream({ dict }: RawStream): boolean {
  return dict.has(PDFName.of('First')) && dict.has(PDFName.of('N'));
}

async function readInside(stream: RawStream): Promise<void> {
  try {
    await PDFObjectStreamParser.forStream(stream).parseIntoContext();
  } catch (error) {
    throw damaged(error);
  }
}
