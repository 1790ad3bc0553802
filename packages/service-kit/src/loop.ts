import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from './observability/log.ts';

export type Loop = AsyncDisposable & {
  /** Ends the present rest; a call that comes while the loop works is kept for its next one. */
  wake(): void;
};

export type LoopContext = {
  stopped: AbortSignal;
  /** Milliseconds until work goes on, if nobody wakes the loop before. */
  sleep(ms: number): Promise<void>;
};

/**
 * Does `work` again and again until disposed of. What it throws is logged as `failure`, and after a second, which nobody can
 * shorten, comes the next turn. Every commit in `db` wakes it.
 */
export function startLoop(
  log: Log,
  failure: string,
  work: (turn: LoopContext) => Promise<unknown>,
  db?: { onCommit(listener: () => void): () => void },
): Loop {
  const stopping = new AbortController();
  const stopped = stopping.signal;
  let isCalled = false;
  let rise: (() => void) | undefined;
  const wake = () => {
    isCalled = true;
    rise?.();
  };
  async function sleep(ms: number): Promise<void> {
    if (!isCalled && !stopped.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      rise = resolve;
      const timer = setTimeout(resolve, ms);
      await promise;
      clearTimeout(timer);
    }
    isCalled = false;
  }
  async function run(): Promise<void> {
    while (!stopped.aborted) {
      try {
        await work({ stopped, sleep });
      } catch (err) {
        if (stopped.aborted) return;
        log.warn({ err }, failure);
        await delay(1000, undefined, { signal: stopped }).catch(() => {});
      }
    }
  }
  const ended = run();
  const forgetCommits = db?.onCommit(wake);
  return {
    wake,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      forgetCommits?.();
      wake();
      await ended;
    },
  };
}

/** Calls `work` at once, but not more often than every `ms`: calls that come in between become one at its end. */
export function throttle(ms: number, work: () => void): () => void {
  let isResting = false;
  let isWanted = false;
  return function call() {
    isWanted = isResting;
    if (isResting) return;
    isResting = true;
    work();
    setTimeout(() => {
      isResting = false;
      if (isWanted) call();
    }, ms).unref();
  };
}
