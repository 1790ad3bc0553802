import { Problem } from '@trust/service-kit/http/problem';
import { NoResponse } from './upstream.ts';

/** For a pause of an upload, and for the response to it. */
const maxPauseMs = 30_000;

/** The average rate of a streamed body, checked after `grace` milliseconds of waiting. */
export type MinimumRate = { bytesPerSecond: number; grace: number };

export type RequestTimeout = {
  /** `onTimeout` gets 408 while the client is awaited, else `NoResponse`. */
  start(onTimeout: (error: Error) => void): void;
  awaiting(party: 'client' | 'service'): void;
  received(bytes: number): void;
  stop(): void;
};

/** For a streamed body `minimumRate` replaces the deadline (promises I6, L4). */
export function requestTimeout(deadline: number, minimumRate?: MinimumRate): RequestTimeout {
  const budget = minimumRate && clientBudget(minimumRate);
  let awaited: 'client' | 'service' = 'service';
  let timer: NodeJS.Timeout | undefined;
  let fail: ((error: Error) => void) | undefined;
  const remaining = () => {
    if (!budget) return Math.max(0, deadline - performance.now());
    return awaited === 'client' ? Math.max(0, budget.remaining()) : maxPauseMs;
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

/** Bytes earn waiting time, at most one pause; only waiting for the client spends it. */
function clientBudget({ bytesPerSecond, grace }: MinimumRate) {
  let [earned, spent] = [0, 0];
  let waitingSince: number | undefined;
  return {
    resume() {
      waitingSince ??= performance.now();
    },
    pause() {
      if (waitingSince !== undefined) spent += performance.now() - waitingSince;
      waitingSince = undefined;
    },
    earn(bytes: number) {
      earned += (bytes / bytesPerSecond) * 1000;
      spent = Math.max(spent, earned - maxPauseMs);
    },
    remaining() {
      const waiting = waitingSince === undefined ? 0 : performance.now() - waitingSince;
      return Math.max(grace, earned) - spent - waiting;
    },
  };
}

function bodyTimeout(): Problem {
  return new Problem('request-timeout', undefined, { headers: { Connection: 'close' } });
}
