import { randomInt } from 'node:crypto';
import { type Batch, providers } from './fixtures.ts';
import { openRequests } from './requests.ts';

/** Repeats a request for some seconds with concurrent clients; the rate is per second. */
export type Load = { clients: number; seconds: number } & (
  | { request: 'create' }
  /** `readsBytes`: whether the document is read, hashed and copied. */
  | { request: 'confirm'; batch: Batch; readsBytes: boolean }
);

const [url = '', folder = ''] = process.argv.slice(2);
const requests = await openRequests({ url, folder });

process.on('message', async (load: Load) => process.send?.([await measureRate(load)]));
process.once('disconnect', () => process.exit());
process.send?.([]);

async function measureRate(load: Load): Promise<number> {
  const send = (n: number) =>
    load.request === 'create' ? requests.create(randomInt(providers) + 1) : requests.confirm(load.batch, n, load);
  const started = performance.now();
  const end = started + load.seconds * 1000;
  let count = 0;
  const client = async () => {
    while (performance.now() < end) await send(count++);
  };
  await Promise.all(Array.from({ length: load.clients }, client));
  return count / ((performance.now() - started) / 1000);
}
