import {
  codesOf,
  type FieldCode,
  type ProblemDetails,
  type ProblemSlug,
  problemCatalogue,
} from '@trust/contracts/problem';
import type { Constraint } from '@trust/contracts/problems/constraint';
import type { FieldCodes } from '@trust/contracts/problems/kind';
import { joinTexts, type Language, type Text } from '@trust/contracts/text';
import { isConnectionLost, sqlState } from '../database/sql-error.ts';

/** What is wrong with one field: a code that the catalogue lists for that problem. Without a message its text is sent. */
export type FieldError<Slug extends ProblemSlug = 'invalid-request'> = {
  field: string;
  code: FieldCode<Slug>;
} & Constraint;

type Extras<Slug extends ProblemSlug> = {
  errors?: FieldError<Slug>[];
  /** Seconds until trying again makes sense; becomes `Retry-After`. */
  retryAfter?: number;
  /** The server's representation, for an edit conflict. Leaves through the route's response schema. */
  current?: unknown;
  headers?: Record<string, string>;
  /** A 404 that does not depend on who asks. */
  isUnscoped?: true;
};

/**
 * What a caller did, or met. The only thing a handler throws on purpose; everything else is a defect and becomes a bare 500.
 * A detail is given in every language of the platform and says what to do next; without one the catalogue's text is sent, that of
 * the code where there is just one.
 */
export class Problem<Slug extends ProblemSlug = ProblemSlug> extends Error {
  override readonly name = 'Problem';
  readonly slug: Slug;
  readonly status: number;
  readonly title: Text;
  readonly detail: Text;
  readonly extras: Extras<Slug>;

  constructor(slug: Slug, detail?: Text, extras: Extras<Slug> = {}) {
    const { status, title, when, remedy } = problemCatalogue[slug];
    super(title.en);
    this.slug = slug;
    this.status = status;
    this.title = title;
    this.detail = detail ?? detailOf(extras.errors ?? [], codesOf(slug)) ?? joinTexts(when, remedy);
    this.extras = extras;
  }
}

function detailOf(errors: readonly { code: string; message?: Text }[], codes: FieldCodes): Text | undefined {
  const [first, ...others] = errors;
  if (first?.message && others.length === 0) return first.message;
  return first && others.every(({ code }) => code === first.code) ? codes[first.code] : undefined;
}

/** The codes of a problem that its catalogue entry does not have: none, unless somebody has deceived the compiler. */
export function undeclaredCodes({ slug, extras }: Problem): string[] {
  return (extras.errors ?? []).map(({ code }) => code).filter((code) => !Object.hasOwn(codesOf(slug), code));
}

/** 400: one field or parameter is not acceptable. Without a detail that knows more, the text of the code is sent. */
export function invalid(field: string, code: FieldCode<'invalid-request'>, detail?: Text): Problem<'invalid-request'> {
  return new Problem('invalid-request', detail, { errors: [{ field, code, ...(detail && { message: detail }) }] });
}

/** 404 for what is not there and for what is not the caller's: nothing in it tells the two apart (promise D2). */
export function notFound(): Problem {
  return new Problem('not-found');
}

/**
 * 404 for a key that is the same for everybody, such as that of a category, and for what the caller's own provider does not have.
 * Nobody else's thing can be meant, so a write that gets it is not recorded as refused (ADR 0039).
 */
export function unknownKey(): Problem {
  return new Problem('not-found', undefined, { isUnscoped: true });
}

/** 409: the thing is in another state than the request needs. */
export function conflict(detail: Text, slug: ProblemSlug = 'state-conflict'): Problem {
  return new Problem(slug, detail);
}

/** 409 with the server's representation and its ETag, when `If-Match` named an older revision. */
export function editConflict(current: unknown, revision: number): Problem {
  return new Problem('edit-conflict', undefined, { current, headers: { ETag: etagOf(revision) } });
}

/** 503 with `Retry-After`. */
export function unavailable(detail?: Text, retryAfter = 1): Problem {
  return new Problem('unavailable', detail, { retryAfter });
}

/** The strong ETag of a revision: `"r7"`. */
export function etagOf(revision: number): string {
  return `"r${revision}"`;
}

/**
 * What an error is to the caller: a Problem as thrown; Postgres away, overloaded or out of time is 503 (promise C5); anything
 * else is `undefined`, a defect that must not be described to anybody (promise D4).
 */
export function asProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  const state = sqlState(error);
  const isOutOfTime =
    error instanceof Error && /timeout exceeded when trying to connect|Query read timeout/.test(error.message);
  if ((state && /^(08|57|53|40|55P03)/.test(state)) || isConnectionLost(error) || isOutOfTime) return unavailable();
  return undefined;
}

/** The body of a problem in one language, as RFC 9457 and the spec want it. `current` has gone through the response schema already. */
export function problemBody(
  problem: Problem,
  request: { baseUrl: string; path: string; requestId: string; language: Language },
  current?: unknown,
): ProblemDetails {
  const { language } = request;
  const codes = codesOf(problem.slug);
  const errors = (problem.extras.errors ?? []).map(
    ({ field, code, message = codes[code] ?? problem.title, ...bounds }) => ({
      ...{ field, code, message: message[language], ...bounds },
    }),
  );
  return {
    type: `${request.baseUrl}/problems/${problem.slug}`,
    title: problem.title[language],
    status: problem.status,
    detail: problem.detail[language],
    instance: request.path,
    requestId: request.requestId,
    errors,
    ...(current !== undefined && { current }),
  };
}
