import type { Rendition } from '../../examiner.ts';
import { damaged, openImage } from './examine-image.ts';

const sides = { small: 320, medium: 960, large: 1920 } as const;

/** Longest sides of 320, 960 and 1920 pixels, never enlarged: WebP, sRGB, no metadata (promise U5). */
export async function drawRenditions(bytes: Buffer, mediaType: string): Promise<Rendition[]> {
  const { data, info } = await resized(await openImage(bytes, mediaType), sides.large)
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(damaged);
  const { default: sharp } = await import('sharp');
  const { width, height, channels } = info;
  const renditions: Rendition[] = [];
  for (const size of ['small', 'medium', 'large'] as const) {
    const image = resized(sharp(data, { raw: { width, height, channels } }), sides[size]).webp({ quality: 80 });
    const drawn = await image.toBuffer({ resolveWithObject: true });
    renditions.push({ size, width: drawn.info.width, height: drawn.info.height, bytes: drawn.data });
  }
  return renditions;
}

function resized(picture: import('sharp').Sharp, side: number) {
  return picture.resize(side, side, { fit: 'inside', withoutEnlargement: true }).flatten({ background: 'white' });
}
