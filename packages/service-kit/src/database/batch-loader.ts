import { setTimeout as delay } from 'node:timers/promises';
import DataLoader from 'dataloader';

const maxDelayMs = 5;

/**
 * Does the work of callers who ask at the same time in one batch of at most `maxBatchSize`. A batch starts after the
 * one before it, or after 5 ms, so batches grow under load. `work` returns one value per key; if it fails, every caller
 * of the batch gets the error. Nothing is cached.
 */
export function batchLoader<Key, Value>(
  work: (keys: readonly Key[]) => Promise<readonly Value[]>,
  { maxBatchSize }: { maxBatchSize: number },
): Pick<DataLoader<Key, Value>, 'load'> {
  let previous: Promise<unknown> = Promise.resolve();
  return new DataLoader<Key, Value>(
    (keys) => {
      const done = work(keys);
      previous = done.catch(() => {});
      return done;
    },
    {
      cache: false,
      maxBatchSize,
      // One turn of the event loop answers the batch before; the next reads what its callers ask in return.
      batchScheduleFn: (begin) =>
        void Promise.race([previous, delay(maxDelayMs)]).then(() => setImmediate(() => setImmediate(begin))),
    },
  );
}
