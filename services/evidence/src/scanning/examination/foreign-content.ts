import { RefusedDocument } from './content/refused-document.ts';

const endRecord = Buffer.from('PK\x05\x06', 'latin1');
const directoryEntry = Buffer.from('PK\x01\x02', 'latin1');
const endRecordBytes = 22;
// A comment of up to 65,535 bytes may follow the end record.
const maxDistanceFromEnd = endRecordBytes + 0xffff;

/** Programs find a ZIP archive (also JAR, Office) from its end, so anything may precede it. */
function endsAsZip(bytes: Buffer): boolean {
  for (let at = bytes.length; ; ) {
    at = bytes.lastIndexOf(endRecord, at - 1);
    if (at < 0 || at < bytes.length - maxDistanceFromEnd) return false;
    if (at + endRecordBytes > bytes.length) continue;
    const directoryAt = at - bytes.readUInt32LE(at + 12);
    const isEmpty = directoryAt === at;
    if (isEmpty || (directoryAt >= 0 && bytes.subarray(directoryAt).subarray(0, 4).equals(directoryEntry))) return true;
    if (at === 0) return false;
  }
}

// Occurs by chance in compressed bytes once in millions of files.
const markup = /<(?:script|html|iframe|svg|body)[\s>]|<!doctype\s/i;

/** Throws if it is also valid as another format (promise U4). Text of a PDF may contain markup. */
export function refuseTwoFormats(bytes: Buffer, mediaType: string): void {
  if (endsAsZip(bytes)) throw new RefusedDocument('two_formats');
  if (mediaType !== 'application/pdf' && markup.test(bytes.toString('latin1')))
    throw new RefusedDocument('two_formats');
}
