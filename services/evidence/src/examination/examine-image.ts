import sharp from 'sharp';
import { RefusedDocument } from './refusals.ts';

/** Promise U4. More than any phone takes unless asked to, and 160 MB in memory. */
export const mostPixels = 40_000_000;

/** A reviewer reads an identity card at this size, and nobody needs more of it. */
const previewSide = 2048;

sharp.cache(false);
sharp.concurrency(1);

/**
 * Decodes every pixel, and draws the picture anew as a JPEG: upright, in sRGB, without any of the metadata (promise U5). Throws what
 * refuses it: its size is read from the header before anything is decoded.
 */
export async function examineImage(bytes: Buffer, mediaType: string): Promise<Buffer> {
  const picture = mediaType === 'image/heic' ? await heic(bytes) : await jpegOrPng(bytes);
  return picture
    .resize(previewSide, previewSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: 82 })
    .toBuffer()
    .catch(damaged);
}

async function jpegOrPng(bytes: Buffer) {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(damaged);
  if (width * height > mostPixels) throw new RefusedDocument('too_many_pixels');
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' }).autoOrient();
}

async function heic(bytes: Buffer) {
  const { decodeHeic } = await import('./decode-heic.ts');
  const { width, height, data } = await decodeHeic(bytes, mostPixels);
  return sharp(data, { raw: { width, height, channels: 4 } });
}

/** Whatever the decoder says against a picture; but that it lacked memory or a thread says nothing of the picture. */
function damaged(error: Error): never {
  if (/memory|thread|resource|alloc/i.test(error.message)) throw error;
  throw new RefusedDocument('damaged');
}
