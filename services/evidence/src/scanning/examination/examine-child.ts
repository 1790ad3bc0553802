import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { isExhaustion, RefusedDocument } from './content/refused-document.ts';
import { refuseTwoFormats } from './foreign-content.ts';

/** May crash (promise U4). Arguments: media type, size, purpose; stdin: bytes; fd 3: JSON line, images. */
const [mediaType = '', sizeBytes, purpose] = process.argv.slice(2);
// Libraries may write to stdout and stderr.
const output = createWriteStream('', { fd: 3 });
const bytes = await buffer(process.stdin);
if (bytes.length !== Number(sizeBytes)) throw new Error('The document is incomplete.');

try {
  refuseTwoFormats(bytes, mediaType);
  if (purpose === 'public') await draw();
  else await open();
} catch (error) {
  const refusal = refusalOf(error);
  // Any other error is a bug and ends the process without a result.
  if (!refusal) throw error;
  output.write(`${JSON.stringify({ finding: 'refused', refusal })}\n`);
}

// Imported on demand: each loads a large library.
async function open(): Promise<void> {
  const isImage = mediaType !== 'application/pdf';
  const preview = isImage ? await (await import('./examine-image.ts')).examineImage(bytes, mediaType) : undefined;
  if (!isImage) await (await import('./examine-pdf.ts')).examinePdf(bytes);
  output.write(`${JSON.stringify({ finding: 'acceptable', isLegible: preview?.isLegible })}\n`);
  if (preview) output.write(preview.bytes);
}

async function draw(): Promise<void> {
  const drawn = await (await import('./draw-renditions.ts')).drawRenditions(bytes, mediaType);
  const renditions = drawn.map(({ bytes: image, ...rendition }) => ({ ...rendition, sizeBytes: image.length }));
  output.write(`${JSON.stringify({ finding: 'drawn', renditions })}\n`);
  for (const { bytes: image } of drawn) output.write(image);
}

function refusalOf(error: unknown) {
  if (error instanceof RefusedDocument) return error.refusal;
  return isExhaustion(error) ? 'too_complex' : undefined;
}
