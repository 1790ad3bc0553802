import { createInflateRaw } from 'node:zlib';
import type { PDFRawStream as RawStream } from '@cantoo/pdf-lib';
import { refuseBrokenJpeg } from './broken-jpeg.ts';
import { decodePDFRawStream, PDFArray, PDFName, PDFNull, PDFRawStream } from './pdf-lib.ts';
import type { PdfObjects } from './pdf-objects.ts';
import { lacksRows } from './picture-rows.ts';
import { damaged, isExhaustion, RefusedDocument } from './refused-document.ts';

const flushed = Buffer.from([0, 0, 0xff, 0xff]);
const lastBlock = Buffer.from([1, ...flushed]);
const noBlock = Buffer.alloc(0);
const maxFilters = 4;
/** 40 megapixels of three components of 16 bits. */
const maxDecodedBytes = 256 * 1024 * 1024;

/** Short names are those of inline images (ISO 32000-2 §8.9.7); programs accept them everywhere. */
const textFilters: Record<string, string> = {
  ...{ ASCIIHexDecode: 'ASCIIHexDecode', AHx: 'ASCIIHexDecode' },
  ...{ ASCII85Decode: 'ASCII85Decode', A85: 'ASCII85Decode' },
};

/** `bytes` only for the next filter. */
type Decoded = { length: number; bytes?: Uint8Array };

/** PDFium draws what it can decode and does not say that a stream ended early. Other filters are left to it. */
export async function refuseBrokenStream(stream: RawStream, { current }: PdfObjects): Promise<void> {
  const filters = filtersOf(stream, current);
  if (filters.length > maxFilters) throw new RefusedDocument('too_complex');
  let decoded: Decoded = { length: stream.contents.length, bytes: stream.contents };
  for (const [index, filter] of filters.entries()) {
    const bytes = decoded.bytes ?? new Uint8Array();
    const isLast = index === filters.length - 1;
    if (filter === 'DCTDecode' || filter === 'DCT') return refuseBrokenJpeg(Buffer.from(bytes));
    else if (filter === 'FlateDecode' || filter === 'Fl') decoded = await inflate(bytes, isLast);
    else if (textFilters[filter] && !isLast) decoded = decodeText(textFilters[filter], stream, bytes);
    else return;
  }
  if (lacksRows(stream.dict, decoded.length, current)) throw new RefusedDocument('damaged');
}

function filtersOf({ dict }: RawStream, current: PdfObjects['current']): string[] {
  const filter = current(dict.get(PDFName.of('Filter')) ?? PDFNull);
  const names = filter instanceof PDFArray ? filter.asArray().map(current) : [filter];
  return names.filter((name) => name instanceof PDFName).map((name) => name.decodeText());
}

function decodeText(filter: string, { dict }: RawStream, bytes: Uint8Array): Decoded {
  try {
    const text = PDFRawStream.of(dict.context.obj({ Filter: filter }), bytes);
    const decoded = decodePDFRawStream(text).decode();
    return { length: decoded.length, bytes: decoded };
  } catch (error) {
    throw damaged(error);
  }
}

/** Without the checksum: writers leave it out or write a wrong one, and everything is there all the same. */
async function inflate(bytes: Uint8Array, isLast: boolean): Promise<Decoded> {
  if (bytes.every(isWhitespace)) return { length: 0, bytes };
  if (((bytes[0] ?? 0) & 0x0f) !== 8) throw new RefusedDocument('damaged');
  const chunks: Buffer[] = [];
  let length = 0;
  const inflating = createInflateRaw({ chunkSize: 128 * 1024 });
  inflating.end(Buffer.concat([bytes.subarray(2), isFlushed(bytes) ? lastBlock : noBlock]));
  try {
    for await (const chunk of inflating) {
      length += chunk.length;
      if (length > maxDecodedBytes) throw new RefusedDocument('too_complex');
      if (!isLast) chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof RefusedDocument || isExhaustion(error) ? error : new RefusedDocument('damaged');
  }
  return isLast ? { length } : { length, bytes: Buffer.concat(chunks) };
}

/** Some writers flush their compressor and never finish. By chance a cut stream ends so once in four billion. */
function isFlushed(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(-4).equals(flushed);
}

function isWhitespace(byte: number): boolean {
  return [0, 9, 10, 12, 13, 32].includes(byte);
}
