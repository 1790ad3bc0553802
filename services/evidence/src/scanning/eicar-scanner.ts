import type { Scanner } from './scanner.ts';

// In two halves, so that a virus scanner does not take this file for the test file.
const eicar = Buffer.from(`X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-${'ANTIVIRUS-TEST-FILE!$H+H*'}`);

/** Finds the EICAR test file, wherever it is in the bytes, and nothing else: for development only. */
export const eicarScanner: Scanner = {
  async scan(bytes) {
    let tail = Buffer.alloc(0);
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      const seen = Buffer.concat([tail, chunk]);
      if (seen.includes(eicar)) return 'infected';
      // It may lie across two chunks.
      tail = Buffer.from(seen.subarray(Math.max(0, seen.length - eicar.length + 1)));
    }
    return 'clean';
  },
};
