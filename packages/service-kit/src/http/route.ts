import type { ActedOn, ActionKey } from '@trust/contracts/actions/actions';
import type { Actor } from '@trust/contracts/actor';
import { apiBase } from '@trust/contracts/api-base';
import type { LimitName } from '@trust/contracts/limits';
import { type Permission, stepUpPermissions } from '@trust/contracts/permissions';
import type { ProblemSlug } from '@trust/contracts/problems/problem';
import type { Language } from '@trust/contracts/values/text';
import type { z } from 'zod';
import type { PathParams, Permits, StepUpNeed } from '../actors/access.ts';
import type { TrxOf } from '../database/db.ts';
import type { AnyTrx } from '../database/transaction.ts';
import { type Access, type Method, needsSession, type RequestInfo, type Scope } from '../request-info.ts';
import type { Idempotency, Repeat } from './idempotency.ts';
import type { RawReply, Reply } from './reply.ts';

/** `Idempotency-Key`: required, optional (undefined), or `own`: the handler itself makes a repeat harmless. */
export type Keyed = 'required' | 'own' | undefined;

/** A media type of a RawReply, of a signed text with the schema of its content. */
export type Media = string | { type: string; payload: z.ZodType };

export type Deprecation = { on: string; instead: string };

export type None = z.ZodUndefined;
/** All of a route but its handler. Express, OpenAPI, tests and the gateway derive from it. */
export type Declaration<
  A extends Access = Access,
  S extends Scope | undefined = Scope | undefined,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  I extends Keyed = Keyed,
> = {
  method: Method;
  path: string;
  /** `root`: the path is not below `/api/v1`. */
  base?: 'root';
  summary: string;
  description?: string;
  /** Replaced by another operation since a day. It works for 12 months more (docs/domain/wire-conventions.md 53). */
  deprecated?: Deprecation;
  access: A;
  scope?: S;
  /** Operators with this permission need no assignment in scope `provider` (docs/domain/roles-and-step-up.md 6). */
  operators?: Permission;
  /** Several permissions open the route: the handler checks for one of these. */
  permissions?: readonly Permission[];
  limit?: LimitName;
  /** Limits with a key of their own, which the handler takes. */
  ownLimits?: readonly LimitName[];
  /** Headers that the handler reads. A malformed one is 400. */
  headers?: z.ZodObject;
  params?: Params;
  query?: Query;
  body?: Body;
  /** `example`: of an object that the handler parses itself. Without it the body is a file. */
  rawBody?: { maxBytes: number; mediaTypes: readonly string[]; example?: object };
  /** The response is a streamed file, counted under MAX_STREAMS. */
  streams?: true;
  idempotency?: I;
  /** `read`: the answer has words of others, so a repeat reads it again (`onceThenRead`). */
  repeat?: Repeat;
  /**
   * Sign-in of the last five minutes. Privileged permissions need it without this. `unless-held`: or one that opened
   * the review of `{caseId}` in this session. `some`: the handler asks for it, as the description says.
   */
  stepUp?: true | 'unless-held' | 'some';
  /**
   * Accepts `If-Match`; the response has the revision's ETag. With the schema of another resource, whose revision the
   * request must name: it is 400 without one, and the 409 has that resource as `current`.
   */
  ifMatch?: true | z.ZodType;
  /** `content`: the ETag also covers the body; `If-Match` compares the revision only. */
  etag?: true | 'content';
  /** Cacheable, with an ETag of its bytes. All other responses are `no-store`. */
  cache?: 'public';
  /** Public even if PUBLIC_READS is `session`: to sign in, or to verify a signature. */
  alwaysOpen?: true;
  /** A POST that changes nothing: a public read like a GET. */
  readsOnly?: true;
  /** `also`: other success statuses. */
  responds: {
    status: number;
    also?: readonly number[];
    body?: Answer;
    media?: readonly Media[];
    /** `Link` leads to the next page, for a list whose body cannot name its cursor. */
    linksNext?: true;
    /** A 201 sends this path, with fields of the response or parameters in braces. */
    location?: string;
  };
  /** Thrown by the handler; `problemsOf` adds those of the declaration. */
  problems?: readonly ProblemSlug[];
  /** What it does to a thing that answers show: entries of its `actions` (docs/domain/actions.md). */
  acts?: Acts;
};

/** `as`: the action, or for each action the part of the body that chooses it. */
export type Acts = {
  on: ActedOn;
  as: ActionKey | Partial<Record<ActionKey, object>>;
};

export type Input<A extends Access, S extends Scope | undefined, Params, Query, Body, I> = {
  actor: A extends 'public' | 'webhook' ? undefined : Actor;
  providerId: S extends Scope ? string : undefined;
  /** Access by the `operators` permission, without an assignment. */
  asOperator: boolean;
  params: Params;
  query: Query;
  body: Body;
  idempotency: I extends 'required' ? Idempotency : Idempotency | undefined;
  /** Revisions in `If-Match`; undefined if absent or `*`, which a route that requires one refuses. */
  ifMatch: readonly number[] | undefined;
  request: RequestInfo;
};

/** What a rule sees of a request. `ifMatch` is undefined, and `choice` that of the action, where no request is made. */
export type Asked<A extends Access, S extends Scope | undefined, Params, Body> = Pick<
  Input<A, S, Params, unknown, Body, unknown>,
  'actor' | 'params' | 'providerId' | 'asOperator' | 'ifMatch'
> & { choice: Partial<Body>; request: Pick<RequestInfo, 'access' | 'scope'> };

export type Rule<App, Given, Ruled, Trx = TrxOf<App>> = (asked: Given, app: App, trx: Trx) => Promise<Ruled>;

export type Route<App> = {
  declaration: Declaration;
  /** Throws the problem for which the operation refuses this actor now, whatever else the body says. */
  rule?: Rule<App, Asked<Access, Scope | undefined, unknown, unknown>, unknown, AnyTrx>;
  handle: (input: Input<Access, Scope | undefined, unknown, unknown, unknown, undefined>, app: App) => Promise<unknown>;
  /** Of a repeat too, whose answer was stored: what the result has when it is sent. */
  beforeSending?: (result: unknown, app: App, reader: Reader) => Promise<unknown>;
};

/** To whom an answer goes. `actor` is undefined without a session. */
export type Reader = {
  actor: Actor | undefined;
  params: PathParams;
  language: () => Language;
  permits: Permits;
};

export type Routes<App> = Record<string, Route<App>>;

export function routeFor<App>() {
  return function route<
    const A extends Access,
    const S extends Scope | undefined = undefined,
    Params extends z.ZodType = None,
    Query extends z.ZodType = None,
    Body extends z.ZodType = None,
    Answer extends z.ZodType = z.ZodVoid,
    const I extends Keyed = undefined,
  >(
    {
      rule,
      ...declaration
    }: Declaration<A, S, Params, Query, Body, Answer, I> & {
      /** The handler calls it in its transaction, before anything else. */
      rule?: Rule<App, Asked<A, S, z.output<Params>, z.output<Body>>, unknown>;
    },
    handle: (
      input: Input<A, S, z.output<Params>, z.output<Query>, z.output<Body>, I>,
      app: App,
    ) => Promise<z.input<Answer> | Reply<z.input<Answer>> | RawReply>,
  ): Route<App> {
    return { declaration, ...(rule && { rule }), handle } as unknown as Route<App>;
  };
}

/** Whether PUBLIC_READS applies to the route (docs/adr/0030). */
export function isPublicRead({ access, method, alwaysOpen, readsOnly }: Declaration): boolean {
  return access === 'public' && (method === 'get' || readsOnly === true) && !alwaysOpen;
}

/** Whether a request may last as long as its bytes flow. The gateway buffers webhooks. */
export function isStreaming({ rawBody, streams, access }: Declaration): boolean {
  return Boolean((rawBody && access !== 'webhook') || streams);
}

export function pathOf({ base, path }: Declaration): string {
  return `${base === 'root' ? '' : apiBase}${path}`;
}

export function hasEtag({ cache, ifMatch, etag }: Declaration): boolean {
  return Boolean(cache || ifMatch === true || etag);
}

/**
 * Everybody if declared or a write under `stepUpPermissions`; operators if only their permission is privileged. With
 * one of `permissions`, the handler calls `requireFreshSignIn`, because only it knows which of them opens the route.
 */
export function stepUpOf(declaration: Declaration): 'everybody' | 'operators' | 'some' | undefined {
  const { method, access, stepUp, operators, permissions = [] } = declaration;
  const isPrivileged = (permission = '') => method !== 'get' && stepUpPermissions.has(permission);
  if (stepUp === 'some') return 'some';
  if (stepUp || isPrivileged(access)) return 'everybody';
  return isPrivileged(operators) || permissions.some(isPrivileged) ? 'operators' : undefined;
}

export function stepUpNeed(declaration: Declaration): StepUpNeed {
  return { of: stepUpOf(declaration), mayBeHeld: declaration.stepUp === 'unless-held' };
}

export function mediaTypesOf({ responds: { media = [] } }: Declaration): string[] {
  return media.map((one) => (typeof one === 'string' ? one : one.type));
}

/** The schemas of the contents of signed texts. */
export function payloadsOf({ responds: { media = [] } }: Declaration): z.ZodType[] {
  return media.flatMap((one) => (typeof one === 'string' ? [] : [one.payload]));
}

export function problemsOf({ declaration: d }: { declaration: Declaration }): ProblemSlug[] {
  const problems = new Set<ProblemSlug>(d.problems);
  const when = (holds: unknown, ...slugs: ProblemSlug[]) => {
    if (holds) for (const slug of slugs) problems.add(slug);
  };
  const takesKey = d.method === 'post' && needsSession(d);
  when(d.body || d.rawBody, 'payload-too-large', 'unsupported-media-type', 'request-timeout');
  when(takesKey, 'idempotency-conflict');
  when(needsSession(d) || isPublicRead(d), 'unauthenticated');
  when(d.access === 'webhook', 'webhook-refused');
  // Sent by the gateway for a cookie with a foreign `Origin`.
  when(needsSession(d) && d.method !== 'get', 'origin-refused');
  when(needsSession(d) && d.access !== 'session', 'forbidden');
  when(stepUpOf(d), 'step-up-required', 'passkey-required');
  when(d.scope === 'workspace', 'no-active-workspace', 'ambiguous-assignment');
  when(d.scope === 'provider' || d.params, 'not-found');
  when(d.ifMatch, 'edit-conflict');
  // The gateway limits addresses and sheds load on every route.
  when(true, 'invalid-request', 'rate-limited', 'internal', 'unavailable');
  return [...problems];
}
