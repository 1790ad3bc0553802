import type { ProblemDetails } from './generated/contract.ts';
import { type ProblemCodes, problemStatus } from './generated/problems.ts';

type KnownType = keyof ProblemCodes;
/** `other`: a problem that this version of the client does not have, or a response without a problem. */
export type ProblemType = KnownType | 'other';

export type FieldFault<Type extends ProblemType> = Omit<ProblemDetails['errors'][number], 'code'> & {
  code: (Type extends KnownType ? ProblemCodes[Type] : never) | (string & {});
};

/** A response of 400 or more (RFC 9457). Narrow it with `isProblem(error, 'rate-limited')`. */
export class ProblemError<Type extends ProblemType = ProblemType> extends Error {
  override readonly name = 'ProblemError';
  readonly type: Type;
  /** The address of the page that explains the problem. */
  readonly page: string;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly requestId: string | undefined;
  readonly errors: readonly FieldFault<Type>[];
  /** The stored representation, after an `edit-conflict`. */
  readonly current: unknown;
  /** Seconds, from `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(type: Type, response: Response, details: Partial<ProblemDetails>) {
    const title = details.title ?? (response.statusText || 'Unexpected response');
    super(`${response.status} ${title}${details.detail ? `: ${details.detail}` : ''}`);
    this.type = type;
    this.page = details.type ?? 'about:blank';
    this.status = response.status;
    this.title = title;
    this.detail = details.detail ?? '';
    this.requestId = details.requestId ?? response.headers.get('x-request-id') ?? undefined;
    this.errors = (details.errors ?? []) as FieldFault<Type>[];
    this.current = details.current;
    this.retryAfter = retryAfterOf(response);
  }
}

/** Discriminated by `type`: `switch (problem.type)` narrows the codes of `errors`. */
export type Problem = { [Type in ProblemType]: ProblemError<Type> }[ProblemType];

export function isProblem(error: unknown): error is Problem;
export function isProblem<Type extends ProblemType>(error: unknown, type: Type): error is ProblemError<Type>;
export function isProblem(error: unknown, type?: ProblemType): boolean {
  return error instanceof ProblemError && (type === undefined || error.type === type);
}

/** `body` is the parsed body of `response`. */
export function problemOf(response: Response, body: unknown): Problem {
  const details = typeof body === 'object' && body !== null ? (body as Partial<ProblemDetails>) : {};
  return new ProblemError(typeOf(details), response, details) as Problem;
}

/** Leaves the body of `response` unread. */
export async function readProblem(response: Response): Promise<Problem> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return problemOf(response, body);
}

export function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isNaN(seconds) ? undefined : seconds;
}

function typeOf({ type }: Partial<ProblemDetails>): ProblemType {
  const slug = type?.slice(type.lastIndexOf('/') + 1) ?? '';
  return Object.hasOwn(problemStatus, slug) ? (slug as KnownType) : 'other';
}
