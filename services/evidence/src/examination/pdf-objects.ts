import {
  EncryptedPDFError,
  type PDFContext,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFObjectParser,
  PDFObjectStreamParser,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib';
import { damaged, RefusedDocument } from './refusals.ts';

/** Every definition of every object of a PDF. */
export type PdfObjects = {
  all: PDFObject[];
  /** What a value may stand for: itself, or whatever is defined under the number that it refers to. */
  resolve(value: PDFObject): readonly PDFObject[];
};

// `endobj` ends one.
const beginning = /(?<!end)obj|trailer/g;
const numberBefore = /(\d{1,10})[\0\s]+\d+[\0\s]*$/;
const longestHeader = 64;
// Refers to no number: an object whose header says it in an unusual way may be any.
const anyNumber = -1;

/**
 * Reads an object wherever one begins, and those that stand compressed in a stream. Programs find objects by a table of positions, which may lead
 * into a comment or a stream, or to an earlier definition than the last one; so all of them count, whatever the table says.
 */
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
  // A stream of objects hands them over here.
  context.assign = ({ objectNumber }, object) => note(objectNumber, object);
  const text = bytes.toString('latin1');
  for (const { 0: keyword, index } of text.matchAll(beginning)) {
    const object = objectAt(bytes.subarray(index + keyword.length), context);
    if (!object) continue;
    const [, number = anyNumber] = numberBefore.exec(text.slice(Math.max(0, index - longestHeader), index)) ?? [];
    note(Number(number), object);
    if (object instanceof PDFRawStream && isObjectStream(object)) await readInside(object);
  }
  function resolve(value: PDFObject, depth = 0): readonly PDFObject[] {
    if (!(value instanceof PDFRef)) return [value];
    if (depth > 8) throw new RefusedDocument('damaged');
    const found = [value.objectNumber, anyNumber].flatMap((number) => definitions.get(number) ?? []);
    return found.flatMap((object) => resolve(object, depth + 1));
  }
  return { all, resolve };
}

/** The parser ignores the table as well, but keeps only the last definition of each object. */
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
    // Not an object: the three letters stand in a text or in compressed bytes.
    if (damaged(error) === error) throw error;
  }
}

/** Some programs do not ask for its `/Type`. */
function isObjectStream({ dict }: PDFRawStream): boolean {
  return dict.has(PDFName.of('First')) && dict.has(PDFName.of('N'));
}

async function readInside(stream: PDFRawStream): Promise<void> {
  try {
    await PDFObjectStreamParser.forStream(stream).parseIntoContext();
  } catch (error) {
    throw damaged(error);
  }
}
