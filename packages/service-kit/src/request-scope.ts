import { AsyncLocalStorage } from 'node:async_hooks';

/** The header in which the gateway says how many milliseconds a request has left. Nobody outside can send it. */
export const remainingTimeHeader = 'x-internal-time-left';

type RequestScope = {
  /** When nothing more may be begun for the request, on the clock of `performance.now()`. */
  until: number;
  /** Takes note of what a limit leaves, for the headers of the answer, whatever the answer will be. */
  reportLimit: (name: string, headers: Record<string, string>) => void;
};

const scopes = new AsyncLocalStorage<RequestScope | undefined>();

/** Runs the work of one request, which then knows how long it may take (promise L4). */
export function runInRequest<Result>(scope: RequestScope, work: () => Result): Result {
  return scopes.run(scope, work);
}

/** Runs what a request sets off but does not wait for, so that the request's deadline does not end it. */
export function runOutsideRequest<Result>(work: () => Result): Result {
  return scopes.run(undefined, work);
}

/** Milliseconds until the deadline of the request that this is done for; endless for work that is done for none. */
export function remainingTime(): number {
  const scope = scopes.getStore();
  return scope ? scope.until - performance.now() : Number.POSITIVE_INFINITY;
}

/** Tells the request that this is done for, if it is done for one, what a limit leaves. */
export function reportLimit(name: string, headers: Record<string, string>): void {
  scopes.getStore()?.reportLimit(name, headers);
}
