/** Asked before a delivery is taken, so that an open breaker uses up no attempts (promise L5). */
export type Breaker = {
  /** How many may be sent in addition to `running` ones: all, none, or one probe. */
  allowance(free: number, running: number): number;
  succeeded(): void;
  failed(): void;
};

const failuresToOpen = 5;
const openMs = 10_000;

export function openBreaker(now: () => Date): Breaker {
  let failures = 0;
  let retryAt = 0;
  return {
    allowance(free, running) {
      if (failures < failuresToOpen) return free;
      return now().getTime() >= retryAt && running === 0 ? Math.min(free, 1) : 0;
    },
    succeeded() {
      failures = 0;
    },
    failed() {
      failures += 1;
      retryAt = now().getTime() + openMs;
    },
  };
}
