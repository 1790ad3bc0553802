import type { Scanner } from './scanner.ts';

// In two halves, so that a virus scanner does not take this file for the test file.
const eicar = Buffer.from(`X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-${'ANTIVIRUS-TEST-FILE!$H+H*'}`);

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
