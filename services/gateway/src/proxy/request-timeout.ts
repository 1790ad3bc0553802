import { Problem } from '@trust/service-kit/problems/problem';
import { NoResponse } from '../upstreams/upstream.ts';

/** Bounds a pause of an upload, and the wait for the response to it. */
const maxPauseMs = 30_000;

/** The average rate of a streamed body, checked after `grace` milliseconds of waiting. */
export type MinimumRate = { bytesPerSecond: number; grace: number };

/** One interval for all requests: a timer for each costs more than the check of those in flight. */
const checkEveryMs = 20;
// No Set: the tables that it outgrows keep finished requests until a full collection.
const running: RequestTimeout[] = [];
let checking: NodeJS.Timeout | undefined;

function check(): void {
  for (const timeout of [...running]) timeout.expireIfDue();
}

/** `minimumRate` replaces the deadline of a streamed body (promises I6, L4). */
export class RequestTimeout {
  readonly #deadline: number;
  readonly #budget: ReturnType<typeof clientBudget> | undefined;
  #awaited: 'client' | 'service' = 'service';
  #awaitedSince = 0;
  #place = -1;
  #fail: ((error: Error) => void) | undefined;

  constructor(deadline: number, minimumRate?: MinimumRate) {
    this.#deadline = deadline;
    this.#budget = minimumRate && clientBudget(minimumRate);
  }

  /** `onTimeout` gets 408 while the client is awaited, else `NoResponse`. */
  start(onTimeout: (error: Error) => void): void {
    this.#fail = onTimeout;
    this.#awaitedSince = performance.now();
    if (this.#place < 0) this.#place = running.push(this) - 1;
    checking ??= setInterval(check, checkEveryMs);
  }

  awaiting(party: 'client' | 'service'): void {
    if (party === 'client') this.#budget?.resume();
    else this.#budget?.pause();
    this.#awaited = party;
    this.#awaitedSince = performance.now();
  }

  received(bytes: number): void {
    this.#budget?.earn(bytes);
  }

  stop(): void {
    if (this.#place < 0) return;
    const last = running.pop() as RequestTimeout;
    if (last !== this) {
      running[this.#place] = last;
      last.#place = this.#place;
    }
    this.#place = -1;
    if (running.length > 0) return;
    clearInterval(checking);
    checking = undefined;
  }

  expireIfDue(): void {
    if (this.#place < 0 || this.#remaining() > 0) return;
    this.stop();
    this.#fail?.(this.#awaited === 'client' ? bodyTimeout() : new NoResponse('late'));
  }

  #remaining(): number {
    if (!this.#budget) return this.#deadline - performance.now();
    if (this.#awaited === 'client') return this.#budget.remaining();
    return maxPauseMs - (performance.now() - this.#awaitedSince);
  }
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
