import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../demo/client.ts';
import type { Environment } from '../../deploy/local/settings/settings.ts';

/** One thing that somebody else does meanwhile; false when it was refused or failed. */
export type Use = () => Promise<boolean>;

/** An attack on the whole platform. A scenario is one file in this folder and a line in `bench/hostile.ts`. */
export type Scenario = {
  /** The promise that it attacks. */
  promise: string;
  /** Who attacks what, for the table. */
  what: string;
  /** What the others do, for the table. */
  others: string;
  /** Settings of the platform. */
  environment?: Environment;
  /** Seconds that others are measured, without the attack and then with it. */
  seconds: number;
  /** Makes the accounts and documents that are needed. Each use has a client of its own, which repeats it. */
  prepare(client: Client): Promise<{ uses: readonly Use[]; attack(): Promise<AsyncDisposable> }>;
};

export type Measured = { p99Ms: number; errors: number; requests: number };

/** Milliseconds between two uses of one client: the platform is used, not filled. */
const pause = 50;

/** Lets each client repeat its use for so many seconds. */
export async function measure(uses: readonly Use[], seconds: number): Promise<Measured> {
  const took: number[] = [];
  let errors = 0;
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    uses.map(async (use) => {
      do {
        const began = performance.now();
        const isDone = await use().catch(() => false);
        if (!isDone) errors += 1;
        took.push(performance.now() - began);
        await delay(pause);
      } while (performance.now() < until);
    }),
  );
  const p99Ms = took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? Number.NaN;
  return { p99Ms, errors, requests: took.length };
}
