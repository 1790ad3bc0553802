import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { refuseTwoFormats } from './foreign-content.ts';
import { isExhaustion, RefusedDocument } from './refusals.ts';

/** May crash (promise U4). Arguments: media type, size; stdin: bytes; fd 3: JSON line, preview. */
const [mediaType = '', sizeBytes] = process.argv.slice(2);
// Libraries may write to stdout and stderr.
const output = createWriteStream('', { fd: 3 });
const bytes = await buffer(process.stdin);
if (bytes.length !== Number(sizeBytes)) throw new Error('The document is incomplete.');

try {
  refuseTwoFormats(bytes, mediaType);
  const preview = await open();
  output.write(`${JSON.stringify({ finding: 'acceptable' })}\n`);
  if (preview) output.write(preview);
} catch (error) {
  const refusal = refusalOf(error);
  // Any other error is a bug and ends the process without a result.
  if (!refusal) throw error;
  output.write(`${JSON.stringify({ finding: 'refused', refusal })}\n`);
}

// Imported on demand: each loads a large library.
async function open(): Promise<Buffer | undefined> {
  if (mediaType !== 'application/pdf') return (await import('./examine-image.ts')).examineImage(bytes, mediaType);
  await (await import('./examine-pdf.ts')).examinePdf(bytes);
}

function refusalOf(error: unknown) {
  if (error instanceof RefusedDocument) return error.refusal;
  return isExhaustion(error) ? 'too_complex' : undefined;
}
