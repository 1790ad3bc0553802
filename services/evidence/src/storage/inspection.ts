import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';

// Holds the signature of every accepted media type.
const maxHeadBytes = 16_384;

/** iPhones use both names for one format. */
const aliases: Record<string, string> = { 'image/heif': 'image/heic' };

export function startInspection() {
  const hash = createHash('sha256');
  const head: Buffer[] = [];
  let headLength = 0;
  let bytes = 0;
  return {
    update(chunk: Buffer): void {
      hash.update(chunk);
      bytes += chunk.length;
      if (headLength >= maxHeadBytes) return;
      // A copy, since a slice would keep the whole chunk in memory.
      const part = Buffer.from(chunk.subarray(0, maxHeadBytes - headLength));
      head.push(part);
      headLength += part.length;
    },
    async result() {
      return { bytes, sha256: hash.digest(), mediaType: await mediaTypeOf(Buffer.concat(head)) };
    },
  };
}

/** Detected from the bytes, never taken from the client. */
async function mediaTypeOf(head: Buffer): Promise<string | undefined> {
  // The detector may throw where the head ends.
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return found && (aliases[found.mime] ?? found.mime);
}
