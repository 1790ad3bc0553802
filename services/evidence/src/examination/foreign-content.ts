import { RefusedDocument } from './refusals.ts';

const endRecord = Buffer.from('PK\x05\x06', 'latin1');
const directoryEntry = Buffer.from('PK\x01\x02', 'latin1');
const endRecordBytes = 22;
// The end record may be followed by a comment of 16 bits' length; that far back programs look for it.
const lookBack = endRecordBytes + 0xffff;

/** A ZIP archive is found from its end, so anything can stand before it: JAR and Office files are no different. */
function endsAsZip(bytes: Buffer): boolean {
  for (let at = bytes.length; ; ) {
    at = bytes.lastIndexOf(endRecord, at - 1);
    if (at < 0 || at < bytes.length - lookBack) return false;
    if (at + endRecordBytes > bytes.length) continue;
    const directoryAt = at - bytes.readUInt32LE(at + 12);
    const isEmpty = directoryAt === at;
    if (isEmpty || (directoryAt >= 0 && bytes.subarray(directoryAt).subarray(0, 4).equals(directoryEntry))) return true;
    if (at === 0) return false;
  }
}

// What no picture holds by chance: in compressed bytes each comes up once in millions of files of the size that we take.
const markup = /<(?:script|html|iframe|svg|body)[\s>]|<!doctype\s/i;

/** Throws if a document can be taken for another format, too (promise U4). Text of a PDF may speak of web pages; a picture has none. */
export function refuseTwoFormats(bytes: Buffer, mediaType: string): void {
  if (endsAsZip(bytes)) throw new RefusedDocument('two_formats');
  if (mediaType !== 'application/pdf' && markup.test(bytes.toString('latin1')))
    throw new RefusedDocument('two_formats');
}
