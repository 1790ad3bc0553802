import type { FieldCodes } from '@trust/contracts/problems/kind';
import {
  codesOf,
  type FieldCode,
  type ProblemDetails,
  type ProblemSlug,
  problemCatalogue,
  type Taken,
} from '@trust/contracts/problems/problem';
import type { Constraint } from '@trust/contracts/values/constraint';
import { aboutField, joinTexts, type Language, type Text } from '@trust/contracts/values/text';

export type FieldError<Slug extends ProblemSlug = 'invalid-request'> = {
  field: string;
  code: FieldCode<Slug>;
} & Constraint;

/** Why a request got 503. It is logged, and never sent. */
export type Outage = {
  /** What did not answer: `postgres`, another service, or the own name of what refuses. */
  upstream: string;
  reason: string;
  /** The last one, from 1. */
  attempt?: number;
  err?: unknown;
};

type Extras<Slug extends ProblemSlug> = {
  errors?: FieldError<Slug>[];
  /** Seconds, for `Retry-After`. */
  retryAfter?: number;
  /** Sent through the response schema. */
  current?: unknown;
  /** A request would have created this object twice. The caller may know it. */
  existingId?: string;
  taken?: Taken;
  headers?: Record<string, string>;
  /** For the log only. */
  outage?: Outage;
  /** A 404 that is the same for every caller. */
  isUnscoped?: true;
};

/** The only error that handlers throw on purpose; all others become a bare 500. */
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

const maxNamed = 3;

/** For a reader who sees nothing else: the first fields, each with what is wrong. */
function detailOf(errors: readonly FieldError<ProblemSlug>[], codes: FieldCodes): Text | undefined {
  const named = errors
    .slice(0, maxNamed)
    .map(({ field, code, message }) => aboutField(field, message ?? codes[code]))
    .filter((text) => text !== undefined);
  if (named.length === 0) return undefined;
  const others = errors.length - maxNamed;
  const more = { en: `\`errors\` lists ${others} more.`, fr: `\`errors\` en cite ${others} de plus.` };
  return joinTexts(...named, ...(others > 0 ? [more] : []));
}

/** Codes that the catalogue does not list. */
export function undeclaredCodes({ slug, extras }: Problem): string[] {
  return (extras.errors ?? []).map(({ code }) => code).filter((code) => !Object.hasOwn(codesOf(slug), code));
}

export function invalid(field: string, code: FieldCode<'invalid-request'>, detail?: Text): Problem<'invalid-request'> {
  return new Problem('invalid-request', detail, { errors: [{ field, code, ...(detail && { message: detail }) }] });
}

/** The same for a missing resource and for one of somebody else (promise D2). */
export function notFound(): Problem {
  return new Problem('not-found');
}

/** 404 for an unknown shared key. Not recorded as a refused write (docs/domain/audit.md 11). */
export function unknownKey(): Problem {
  return new Problem('not-found', undefined, { isUnscoped: true });
}

export function conflict(detail: Text, slug: ProblemSlug = 'state-conflict'): Problem {
  return new Problem(slug, detail);
}

/** Thrown for an outdated `If-Match`. */
export function editConflict(current: unknown, revision: number): Problem {
  return new Problem('edit-conflict', undefined, { current, headers: { ETag: etagOf(revision) } });
}

/** `retryAfter`: seconds. */
export function unavailable(outage: Outage, detail?: Text, retryAfter = 1): Problem {
  return new Problem('unavailable', detail, { retryAfter, outage });
}

export function etagOf(revision: number): string {
  return `"r${revision}"`;
}

/** RFC 9457. `current` must have passed the response schema. */
export function problemBody(
  problem: Problem,
  request: { baseUrl: string; path: string; requestId: string; language: Language },
  current?: unknown,
): ProblemDetails {
  const { language } = request;
  const codes = codesOf(problem.slug);
  const errors = (problem.extras.errors ?? []).map(
    ({ field, code, message = codes[code] ?? problem.title, ...bounds }) => ({
      field,
      code,
      message: message[language],
      ...bounds,
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
    ...(problem.extras.existingId && { existingId: problem.extras.existingId }),
    ...(problem.extras.taken && { taken: problem.extras.taken }),
  };
}
