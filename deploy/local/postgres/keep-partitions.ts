import { setTimeout as delay } from 'node:timers/promises';
import { maintainPartitions } from '@trust/service-admin/partitions';
import { type DatabaseService, serviceDatabases } from '../services.ts';

const hour = 60 * 60 * 1000;

type Options = {
  urlOf: (service: DatabaseService) => string;
  report: (line: string) => void;
  signal?: AbortSignal;
};

/** Maintains all databases every six hours until it is disposed of, and an hour after a failure. */
export function keepPartitions(options: Omit<Options, 'signal'>): AsyncDisposable {
  const stop = new AbortController();
  const ended = repeat({ ...options, signal: stop.signal });
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
    },
  };
}

async function repeat(options: Options & { signal: AbortSignal }): Promise<void> {
  const { report, signal } = options;
  while (!signal.aborted) {
    let pause = 6 * hour;
    try {
      await maintainAll(options);
    } catch (error) {
      if (signal.aborted) return;
      report(`${(error as Error).message} The next try is in an hour.`);
      pause = hour;
    }
    await delay(pause, undefined, { signal }).catch(() => {});
  }
}

/** All databases, one after the other. Throws at the end if some failed, and names them. */
export async function maintainAll({ urlOf, report, signal }: Options): Promise<void> {
  const failed: string[] = [];
  for (const service of serviceDatabases) {
    signal?.throwIfAborted();
    const say = (line: string) => report(`${service}: ${line}`);
    try {
      const { created, dropped } = await maintainPartitions({
        url: urlOf(service),
        report: say,
        ...(signal && { signal }),
      });
      if (created.length > 0) say(`created ${created.join(', ')}`);
      if (dropped.length > 0) say(`dropped ${dropped.join(', ')}`);
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
      failed.push(service);
    }
  }
  if (failed.length > 0) throw new Error(`Partitions were not maintained: ${failed.join(', ')}.`);
}
