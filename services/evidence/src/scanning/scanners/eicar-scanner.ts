import type { Scanner } from '../../scanner.ts';
import { eicar } from './eicar.ts';

const overlap = eicar.length - 1;

export const eicarScanner: Scanner = {
  isUp: async () => true,
  async scan(bytes) {
    let tail = Buffer.alloc(0);
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      // The file may span chunks. Only their borders are copied, not the whole document.
      const border = Buffer.concat([tail, chunk.subarray(0, overlap)]);
      if (chunk.includes(eicar) || border.includes(eicar)) return 'infected';
      tail = Buffer.from(chunk.length < overlap ? border.subarray(-overlap) : chunk.subarray(-overlap));
    }
    return 'clean';
  },
};
