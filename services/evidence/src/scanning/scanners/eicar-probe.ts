import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { eicar } from './eicar.ts';

const chunk = Buffer.alloc(65_536, 'x');

/** A ZIP that ends with EICAR: above its size limit clamd may report unread files as clean. */
export function eicarProbe(sizeBytes: number): Readable {
  const chunks = Math.ceil(sizeBytes / chunk.length);
  let sum = 0;
  for (let index = 0; index < chunks; index++) sum = crc32(chunk, sum);
  const filling = entry('filling', sum, chunks * chunk.length, 0);
  const test = entry('eicar.com', crc32(eicar), eicar.length, filling.local.length + chunks * chunk.length);
  return Readable.from(
    (function* () {
      yield filling.local;
      for (let index = 0; index < chunks; index++) yield chunk;
      yield Buffer.concat([test.local, eicar, filling.central, test.central, endOf([filling, test], chunks)]);
    })(),
  );
}

type Entry = { local: Buffer; central: Buffer };

/** The local and the central header of an uncompressed file (APPNOTE.TXT §4.3.7, §4.3.12). */
function entry(name: string, checksum: number, size: number, at: number): Entry {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt32LE(checksum, 10);
  header.writeUInt32LE(size, 14);
  header.writeUInt32LE(size, 18);
  header.writeUInt16LE(name.length, 22);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(at, 10);
  const fileName = Buffer.from(name);
  return {
    local: Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), header, fileName]),
    central: Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), header, tail, fileName]),
  };
}

function endOf(entries: Entry[], chunks: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(
    entries.reduce((sum, { central }) => sum + central.length, 0),
    12,
  );
  const before = entries.reduce((sum, { local }) => sum + local.length, 0);
  end.writeUInt32LE(before + chunks * chunk.length + eicar.length, 16);
  return end;
}
