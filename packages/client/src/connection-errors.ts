/** No response arrived. `cause` is the error of `fetch`. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
}

/** No whole response arrived within `timeoutMs`. The platform may have done what was asked. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

export function lostRequest({ method, url }: Request, cause: unknown): ConnectionError {
  return new ConnectionError(`${method} ${withoutQuery(url)} got no response. Check the connection.`, { cause });
}

export function timedOutRequest({ method, url }: Request, timeoutMs: number): TimeoutError {
  return new TimeoutError(
    `${method} ${withoutQuery(url)} got no whole response within ${timeoutMs / 1000} s. Check the connection, or set \`timeoutMs\`.`,
  );
}

function withoutQuery(url: string): string {
  return url.slice(0, /^[^?#]*/.exec(url)?.[0].length);
}
