import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../demo/client.ts';
import type { Environment } from '../../deploy/local/settings/settings.ts';

/** A request of an honest client; false when it was rejected or failed. */
export type HonestRequest = () => Promise<boolean>;

/** An attack on the whole platform. Each is a file in this folder and an entry in `hostile.ts`. */
export type Scenario = {
  promise: string;
  /** The attack, for the table. */
  what: string;
  /** Honest clients do this; the table says so. */
  others: string;
  environment?: Environment;
  /** Seconds of each measurement, without the attack and then with it. */
  seconds: number;
  /** Creates accounts and documents. Each request is repeated by a client of its own. */
  prepare(client: Client): Promise<{ requests: readonly HonestRequest[]; attack(): Promise<AsyncDisposable> }>;
};

export type Measurement = { p99Ms: number; errors: number; count: number };

/** Pause of a client between requests: without an attack the platform is not overloaded. */
const pauseMs = 50;

export async function measure(requests: readonly HonestRequest[], seconds: number): Promise<Measurement> {
  const times: number[] = [];
  let errors = 0;
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    requests.map(async (send) => {
      do {
        const started = performance.now();
        const isSuccess = await send().catch(() => false);
        if (!isSuccess) errors += 1;
        times.push(performance.now() - started);
        await delay(pauseMs);
      } while (performance.now() < until);
    }),
  );
  const p99Ms = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
  return { p99Ms, errors, count: times.length };
}
