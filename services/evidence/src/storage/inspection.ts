import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';

// Enough for the signature of every kind that we accept; the rest of a file says nothing about its kind.
const headBytes = 16_384;

/** iPhones name one and the same format in two ways. */
const sameAs: Record<string, string> = { 'image/heif': 'image/heic' };

/** Learns size, SHA-256 and media type of bytes that pass by, and holds on to no more than the first few. */
export function inspection() {
  const hash = createHash('sha256');
  const head: Buffer[] = [];
  let kept = 0;
  let bytes = 0;
  return {
    observe(chunk: Buffer): void {
      hash.update(chunk);
      bytes += chunk.length;
      if (kept >= headBytes) return;
      // A copy: a slice would keep the whole chunk in memory.
      const part = Buffer.from(chunk.subarray(0, headBytes - kept));
      head.push(part);
      kept += part.length;
    },
    async result() {
      return { bytes, sha256: hash.digest(), mediaType: await mediaTypeOf(Buffer.concat(head)) };
    },
  };
}

/** What the bytes themselves say they are; what a client says is only compared with it. */
async function mediaTypeOf(head: Buffer): Promise<string | undefined> {
  // Cut off where it does, a file can end in the middle of what the detector wants to read.
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return found && (sameAs[found.mime] ?? found.mime);
}
