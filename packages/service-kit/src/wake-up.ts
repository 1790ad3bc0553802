/** Lets a loop sleep until it is woken or a time has passed; a call that comes while it works is kept for its next sleep. */
export function wakeUp(stopped: AbortSignal): { now(): void; within(ms: number): Promise<void> } {
  let called = false;
  let rise: (() => void) | undefined;
  const now = () => {
    called = true;
    rise?.();
  };
  stopped.addEventListener('abort', now);
  return {
    now,
    async within(ms) {
      if (!called && !stopped.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          rise = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        rise = undefined;
      }
      called = false;
    },
  };
}

/** Calls `work` at once, but not more often than every `ms`: calls that come in between become one at its end. */
export function atMostEvery(ms: number, work: () => void): () => void {
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
