import sharp from 'sharp';
import type { Preview } from '../../examiner.ts';
import { refuseCutJpeg } from './content/broken-jpeg.ts';
import { RefusedDocument } from './content/refused-document.ts';

/** Promise U4. Above the default of any phone; 160 MB in memory. */
export const maxPixels = 40_000_000;

const previewSide = 2048;
/** Wide enough for the text of a page. */
const legibleWidth = 1200;

sharp.cache(false);
sharp.concurrency(1);

/** A JPEG: upright, sRGB, no metadata (promise U5). Reads the dimensions before it decodes. */
export async function examineImage(bytes: Buffer, mediaType: string): Promise<Preview> {
  const picture = await openImage(bytes, mediaType);
  const { data, info } = await picture
    .resize(previewSide, previewSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
    .catch(damaged);
  const isReduced = Math.max(info.width, info.height) === previewSide;
  return { bytes: data, isLegible: !isReduced || info.width >= legibleWidth };
}

/** Upright. Throws for a damaged picture, or one of more than `maxPixels`, before it decodes. */
export function openImage(bytes: Buffer, mediaType: string) {
  return mediaType === 'image/heic' ? heic(bytes) : decodable(bytes, mediaType);
}

async function decodable(bytes: Buffer, mediaType: string) {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(damaged);
  if (width * height > maxPixels) throw new RefusedDocument('too_many_pixels');
  if (mediaType === 'image/jpeg') await refuseCutJpeg(bytes);
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient();
}

async function heic(bytes: Buffer) {
  const { decodeHeic } = await import('./decode-heic.ts');
  const { width, height, data } = await decodeHeic(bytes, maxPixels);
  return sharp(data, { raw: { width, height, channels: 4 } });
}

/** A lack of memory or threads is not the picture's fault. */
export function damaged(error: Error): never {
  if (/memory|thread|resource|alloc/i.test(error.message)) throw error;
  throw new RefusedDocument('damaged');
}
