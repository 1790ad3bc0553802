import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { eicar } from './eicar.ts';

const chunk = Buffer.alloc(65_536, 'x');

/**
 * An archive of `sizeBytes` and a little more, whose last file is the EICAR test file. Who finds it there knows EICAR, looks into archives,
 * and has no limit of stream, file or scan below `sizeBytes`: below one, clamd may call clean what it did not look at.
 */
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

/** A file that is stored as it is (APPNOTE.TXT §4.3.7 and §4.3.12): what stands before it, and what stands in the directory. */
function entry(name: string, checksum: number, size: number, at: number): Entry {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt32LE(checksum, 10);
  facts.writeUInt32LE(size, 14);
  facts.writeUInt32LE(size, 18);
  facts.writeUInt16LE(name.length, 22);
  const place = Buffer.alloc(14);
  place.writeUInt32LE(at, 10);
  const title = Buffer.from(name);
  return {
    local: Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, title]),
    central: Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, title]),
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
