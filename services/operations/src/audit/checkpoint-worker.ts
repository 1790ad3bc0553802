import type { Log } from '@trust/service-kit/log';
import { wakeUp } from '@trust/service-kit/wake-up';
import { type CheckpointParts, makeCheckpoint } from './make-checkpoint.ts';

const lookEveryMs = 60_000;

/** Looks once a minute whether a checkpoint is due. Every replica looks; one of them makes it. */
export function startCheckpoints({ log, ...parts }: CheckpointParts & { log: Log }): AsyncDisposable {
  const stopped = new AbortController();
  const wake = wakeUp(stopped.signal);
  const ended = (async () => {
    while (!stopped.signal.aborted) {
      await makeCheckpoint(parts).catch((err: unknown) => log.warn({ err }, 'no checkpoint could be made'));
      await wake.within(lookEveryMs);
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      stopped.abort();
      await ended;
    },
  };
}
