import type { IncomingMessage } from 'node:http';
import { Problem } from '@trust/service-kit/problems/problem';

/** The raw bytes, at most `maxBytes`. The gateway applies the same bound. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      // The rest is read, or the sender would get a closed connection instead of the response.
      request.resume();
      throw new Problem('payload-too-large');
    }
    chunks.push(chunk);
  }
  const [only, ...more] = chunks;
  return only && more.length === 0 ? only : Buffer.concat(chunks, bytes);
}
