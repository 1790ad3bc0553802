import { Problem } from '@trust/service-kit/http/problem';
import { NoResponse } from './upstream.ts';

/** Milliseconds that an upload may pause, and that its response may take afterwards. */
const maxPause = 30_000;

/** Bytes per second that a client sends of a streamed body on average, checked after `grace` milliseconds of waiting. */
export type MinimumRate = { bytesPerSecond: number; grace: number };

/** Ends a request at its deadline; a streamed body has the minimum rate instead (promises I6, L4). */
export type RequestTimeout = {
  /** Calls `onTimeout` with the error: 408 while the client is awaited, else `NoResponse`. */
  start(onTimeout: (error: Error) => void): void;
  awaiting(party: 'client' | 'service'): void;
  /** Counts bytes of the body. */
  received(bytes: number): void;
  stop(): void;
};

/** `deadline` is on the clock of `performance.now()`; `minimumRate` replaces it for a streamed body. */
export function requestTimeout(deadline: number, minimumRate?: MinimumRate): RequestTimeout {
  const budget = minimumRate && clientBudget(minimumRate);
  let awaited: 'client' | 'service' = 'service';
  let timer: NodeJS.Timeout | undefined;
  let fail: ((error: Error) => void) | undefined;
  const remaining = () => {
    if (!budget) return deadline - performance.now();
    return awaited === 'client' ? budget.remaining() : maxPause;
  };
  const schedule = () => {
    clearTimeout(timer);
    if (fail)
      timer = setTimeout(() => fail?.(awaited === 'client' ? bodyTimeout() : new NoResponse('late')), remaining());
  };
  return {
    start(onTimeout) {
      fail = onTimeout;
      schedule();
    },
    awaiting(party) {
      if (party === 'client') budget?.resume();
      else budget?.pause();
      awaited = party;
      if (budget) schedule();
    },
    received: (bytes) => budget?.earn(bytes),
    stop() {
      fail = undefined;
      clearTimeout(timer);
    },
  };
}

/**
 * Milliseconds that the gateway has waited for a client, against those that the client's bytes have earned. Time in which the
 * service reads nothing does not count. A client can save up one pause at most, so a fast start does not pay for minutes.
 */
function clientBudget({ bytesPerSecond, grace }: MinimumRate) {
  let [earned, spent] = [0, 0];
  let since: number | undefined;
  return {
    resume() {
      since ??= performance.now();
    },
    pause() {
      if (since !== undefined) spent += performance.now() - since;
      since = undefined;
    },
    earn(bytes: number) {
      earned += (bytes / bytesPerSecond) * 1000;
      spent = Math.max(spent, earned - maxPause);
    },
    remaining: () => Math.max(grace, earned) - spent - (since === undefined ? 0 : performance.now() - since),
  };
}

function bodyTimeout(): Problem {
  return new Problem('request-timeout', undefined, { headers: { Connection: 'close' } });
}
