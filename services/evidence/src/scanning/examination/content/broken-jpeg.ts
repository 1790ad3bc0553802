import sharp from 'sharp';
import { RefusedDocument } from './refused-document.ts';

const [startOfImage, endOfImage, startOfScan] = [0xd8, 0xd9, 0xda];

/** What libjpeg only warns of, although pixels are missing. */
const lostPixels = /premature end|bad Huffman code|bad arithmetic code|instead of RST/i;

/** Throws for a JPEG of which pixels are missing; the decoder fills them with grey. Returns another fault. */
export async function refuseCutJpeg(bytes: Buffer): Promise<string | undefined> {
  if (!reachesEnd(bytes)) throw new RefusedDocument('damaged');
  try {
    await decode(bytes, 'warning');
  } catch (error) {
    const { message } = error as Error;
    if (lostPixels.test(message)) throw new RefusedDocument('damaged');
    return message;
  }
}

/** A picture of a PDF: other bytes may come before it. */
export async function refuseBrokenJpeg(bytes: Buffer): Promise<void> {
  const picture = bytes.subarray(Math.max(0, bytes.indexOf(Buffer.from([0xff, startOfImage]))));
  const isFaulty = (await refuseCutJpeg(picture)) !== undefined;
  if (isFaulty)
    await decode(picture, 'error').catch((error: Error) => {
      throw new RefusedDocument(/memory|thread|resource|alloc/i.test(error.message) ? 'too_complex' : 'damaged');
    });
}

/** Small, which skips the calculation of most pixels; their bits are read all the same. */
function decode(bytes: Buffer, failOn: 'error' | 'warning'): Promise<Buffer> {
  return sharp(bytes, { failOn, limitInputPixels: false }).resize(8, 8, { fit: 'fill' }).raw().toBuffer();
}

/** ITU-T T.81 B.1.1. Bytes after the end do not count: a video of phones, a second picture. */
function reachesEnd(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(0xff); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] ?? 0;
    at += 1;
    if (marker === 0xff) continue;
    if (marker === endOfImage) return true;
    at += 1;
    const isAlone = marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= startOfImage);
    if (!isAlone && marker !== startOfScan && at + 1 < bytes.length) at += bytes.readUInt16BE(at);
  }
  return false;
}
