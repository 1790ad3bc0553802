import { eicar } from './eicar.ts';
import type { Scanner } from './scanner.ts';

const overlap = eicar.length - 1;

/** Finds the EICAR test file, wherever it is in the bytes, and nothing else: for development only. */
export const eicarScanner: Scanner = {
  async scan(bytes) {
    let tail = Buffer.alloc(0);
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      // It may lie across two chunks, or more. Only their borders are copied: a document is 15 MiB.
      const border = Buffer.concat([tail, chunk.subarray(0, overlap)]);
      if (chunk.includes(eicar) || border.includes(eicar)) return 'infected';
      tail = Buffer.from(chunk.length < overlap ? border.subarray(-overlap) : chunk.subarray(-overlap));
    }
    return 'clean';
  },
};
