import { setTimeout as delay } from 'node:timers/promises';
import { maintainPartitions } from '@trust/service-admin/partitions';
import { type DatabaseService, serviceDatabases } from '../services.ts';

const hour = 60 * 60 * 1000;

type Options = {
  urlOf: (service: DatabaseService) => string;
  now: () => Date;
  report: (line: string) => void;
};

/** Maintains all databases every six hours until it is disposed of. After a failure it tries again in an hour: partitions exist for two weeks. */
export function keepPartitions(options: Options): AsyncDisposable {
  const stop = new AbortController();
  const ended = repeat(options, stop.signal);
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
    },
  };
}

async function repeat(options: Options, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let pause = 6 * hour;
    try {
      await maintainAll(options);
    } catch (error) {
      options.report(`Partitions could not be maintained; the next try is in an hour. ${error}`);
      pause = hour;
    }
    await delay(pause, undefined, { signal }).catch(() => {});
  }
}

/** All databases, one after the other. */
export async function maintainAll({ urlOf, now, report }: Options): Promise<void> {
  for (const service of serviceDatabases) {
    const say = (line: string) => report(`${service}: ${line}`);
    const { created, dropped } = await maintainPartitions({ url: urlOf(service), now: now(), report: say });
    if (created.length > 0) say(`created ${created.join(', ')}`);
    if (dropped.length > 0) say(`dropped ${dropped.join(', ')}`);
  }
}
