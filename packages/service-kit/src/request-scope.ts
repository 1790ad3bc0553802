import { AsyncLocalStorage } from 'node:async_hooks';
import type { LimitName } from '@trust/contracts/limits';

/** The gateway's header for the milliseconds a request has left. Clients cannot send it. */
export const remainingTimeHeader = 'x-internal-time-left';

type RequestScope = {
  /** Deadline on the clock of `performance.now()`. */
  until: number;
  reportLimit: (name: string, headers: Record<string, string>) => void;
  /** What the request has taken of limits that give points back. */
  taken: { name: LimitName; giveBack: () => Promise<void> }[];
  /** A connection could not be opened, so further statements of the request fail at once (promise F3). */
  hasLostDatabase?: boolean;
};

const scopes = new AsyncLocalStorage<RequestScope | undefined>();

/** Runs a request under its deadline (promise L4). */
export function runInRequest<Result>(scope: RequestScope, work: () => Result): Result {
  return scopes.run(scope, work);
}

/** Runs work that the request does not wait for, without its deadline. */
export function runOutsideRequest<Result>(work: () => Result): Result {
  return scopes.run(undefined, work);
}

/** Undefined outside of a request. */
export const currentRequest = (): RequestScope | undefined => scopes.getStore();

/** Milliseconds until the deadline of the current request; infinite outside of one. */
export function remainingTime(): number {
  const scope = scopes.getStore();
  return scope ? scope.until - performance.now() : Number.POSITIVE_INFINITY;
}
