import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { refuseTwoFormats } from './foreign-content.ts';
import { isExhaustion, RefusedDocument } from './refusals.ts';

/**
 * The process that opens one document: its bytes come in on stdin, of the media type and the length that are the arguments; what was
 * found goes out on the third channel as a line of JSON, followed by the bytes of the preview. It may die of what it opens (promise U4).
 */
const [mediaType = '', sizeBytes] = process.argv.slice(2);
// Libraries say what they like on the usual two.
const answer = createWriteStream('', { fd: 3 });
const bytes = await buffer(process.stdin);
// Half a document says nothing about the whole.
if (bytes.length !== Number(sizeBytes)) throw new Error('The document broke off.');

try {
  refuseTwoFormats(bytes, mediaType);
  const preview = await open();
  answer.write(`${JSON.stringify({ finding: 'acceptable' })}\n`);
  if (preview) answer.write(preview);
} catch (error) {
  const refusal = refusalOf(error);
  // Anything else is a fault of ours, and ends the process without an answer.
  if (!refusal) throw error;
  answer.write(`${JSON.stringify({ finding: 'refused', refusal })}\n`);
}

// Each brings a library of its own, which only its own kind of document needs.
async function open(): Promise<Buffer | undefined> {
  if (mediaType !== 'application/pdf') return (await import('./examine-image.ts')).examineImage(bytes, mediaType);
  await (await import('./examine-pdf.ts')).examinePdf(bytes);
}

function refusalOf(error: unknown) {
  if (error instanceof RefusedDocument) return error.refusal;
  return isExhaustion(error) ? 'too_complex' : undefined;
}
