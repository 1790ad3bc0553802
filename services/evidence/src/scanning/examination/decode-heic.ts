import libheif from 'libheif-js/wasm-bundle.js';
import { RefusedDocument } from './content/refused-document.ts';

type Pixels = { width: number; height: number; data: Uint8ClampedArray };

/** The first picture of a HEIC file, four bytes a pixel. sharp has no HEVC decoder. */
export async function decodeHeic(bytes: Buffer, maxPixels: number): Promise<Pixels> {
  const [image] = new libheif.HeifDecoder().decode(bytes);
  if (!image) throw new RefusedDocument('damaged');
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > maxPixels) throw new RefusedDocument('too_many_pixels');
  const pixels = { width, height, data: new Uint8ClampedArray(width * height * 4) };
  const decoded = await new Promise<Pixels | null>((resolve) => image.display(pixels, resolve));
  if (!decoded) throw new RefusedDocument('damaged');
  return decoded;
}
