import { closeSync, openSync, readdirSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Platform } from '../platform.ts';
import type { Random } from './random.ts';

const storeOf = ({ dataDir }: Platform) => join(dataDir, 'nats/jetstream');
const streamsOf = (platform: Platform) => join(storeOf(platform), '$G/streams');

/** Changes files while the server is stopped, then kills it: the supervisor starts it on them. */
function changeStore(platform: Platform, change: () => void): void {
  platform.kill('nats-server', 'SIGSTOP');
  change();
  platform.kill('nats-server');
}

export async function deleteStream(platform: Platform, random: Random): Promise<void> {
  changeStore(platform, () => {
    const stream = random.choose(readdirSync(streamsOf(platform)).sort());
    rmSync(join(streamsOf(platform), stream), { recursive: true });
  });
}

export async function deleteStore(platform: Platform): Promise<void> {
  changeStore(platform, () => rmSync(storeOf(platform), { recursive: true }));
}

/** Then does what an operator does: delete the store, so that every outbox is published again. */
export async function flipBitInStore(platform: Platform, random: Random): Promise<void> {
  changeStore(platform, () => {
    const folder = streamsOf(platform);
    const blocks = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.blk') && statSync(join(folder, name)).size > 0)
      .sort();
    const file = join(folder, random.choose(blocks));
    const position = random.between(0, statSync(file).size - 1);
    const descriptor = openSync(file, 'r+');
    const byte = Buffer.alloc(1);
    readSync(descriptor, byte, 0, 1, position);
    byte.writeUInt8(byte.readUInt8() ^ (1 << random.between(0, 7)));
    writeSync(descriptor, byte, 0, 1, position);
    closeSync(descriptor);
  });
  await delay(5000);
  // A server may keep a consumer at an unreadable message for ever (docs/deployment.md).
  await deleteStore(platform);
}
