import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from './observability/log.ts';

export type Loop = AsyncDisposable & {
  /** Ends the current sleep, or skips the next one if the loop is working. */
  wake(): void;
};

export type LoopContext = {
  stopped: AbortSignal;
  sleep(ms: number): Promise<void>;
};

const loops = new Set<() => void>();

/** What waits for a time may be due: the clock of development has moved. */
export function wakeLoops(): void {
  for (const wake of loops) wake();
}

/** Logs errors as `failure` and pauses a second, despite `wake`. Commits in `db` wake it. */
export function startLoop(
  log: Log,
  failure: string,
  work: (turn: LoopContext) => Promise<unknown>,
  db?: { onCommit(listener: () => void): () => void },
): Loop {
  const stopping = new AbortController();
  const stopped = stopping.signal;
  let isCalled = false;
  let wakeSleeper: (() => void) | undefined;
  const wake = () => {
    isCalled = true;
    wakeSleeper?.();
  };
  async function sleep(ms: number): Promise<void> {
    if (!isCalled && !stopped.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      wakeSleeper = resolve;
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
  loops.add(wake);
  return {
    wake,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      forgetCommits?.();
      loops.delete(wake);
      wake();
      await ended;
    },
  };
}

/** Calls `work` at most every `ms` milliseconds; calls in between become one at the end. */
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
