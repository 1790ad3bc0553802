import { gauges } from '@trust/service-kit/observability/meter';
import { z } from 'zod';

const units = {
  'trust.nats.up': '{server}',
  'trust.nats.connections': '{connection}',
  'trust.nats.slow_consumers': '{consumer}',
  'trust.nats.memory': 'By',
  'trust.nats.stored': 'By',
  'trust.nats.store_limit': 'By',
} as const;

const Varz = z.object({
  connections: z.number(),
  slow_consumers: z.number(),
  mem: z.number(),
  jetstream: z.object({
    config: z.object({ max_storage: z.number() }),
    stats: z.object({ storage: z.number() }),
  }),
});

type Reading = { name: keyof typeof units; value: number; attributes: { server: string } };

/** Gauges of NATS servers, read at each collection. */
export function measureNatsServers(addresses: readonly string[]): Disposable {
  return gauges(units, () => readNatsServers(addresses));
}

/**
 * From `/varz` of their monitoring addresses (URLs). `trust.nats.up` is 0 for a server that does not answer within 5 s; it has no other
 * value then.
 */
export async function readNatsServers(addresses: readonly string[]): Promise<Reading[]> {
  return (await Promise.all(addresses.map(readServer))).flat();
}

async function readServer(address: string): Promise<Reading[]> {
  const server = new URL(address).hostname;
  const read = (name: keyof typeof units, value: number): Reading => ({ name, value, attributes: { server } });
  const found = await fetch(new URL('/varz', address), { signal: AbortSignal.timeout(5000) })
    .then(async (response) => Varz.parse(await response.json()))
    .catch(() => undefined);
  if (!found) return [read('trust.nats.up', 0)];
  const { connections, slow_consumers, mem, jetstream } = found;
  return [
    read('trust.nats.up', 1),
    read('trust.nats.connections', connections),
    read('trust.nats.slow_consumers', slow_consumers),
    read('trust.nats.memory', mem),
    read('trust.nats.stored', jetstream.stats.storage),
    read('trust.nats.store_limit', jetstream.config.max_storage),
  ];
}
