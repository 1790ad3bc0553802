import type { IncomingMessage } from 'node:http';
import type { Actor } from '@trust/contracts/actor';
import { apiBase } from '@trust/contracts/api-base';
import type { LimitName } from '@trust/contracts/limits';
import { type Permission, stepUpPermissions } from '@trust/contracts/permissions';
import type { ProblemSlug } from '@trust/contracts/problem';
import type { Language } from '@trust/contracts/text';
import type { z } from 'zod';
import type { Idempotency } from './idempotency.ts';
import type { RawReply, Reply } from './reply.ts';

/** Who may call a route. Required, so that a route without an answer to this does not compile. */
export type Access = 'public' | 'session' | Permission;

/**
 * Where the provider of a route comes from: `workspace`, the active assignment that the session has chosen, or the only one (none is 404,
 * several without a choice 409); `provider`,
 * the `{providerId}` of the path, if the actor is assigned to it (else 404). The permission is then that of the assignment.
 */
export type Scope = 'workspace' | 'provider';

/**
 * What an `Idempotency-Key` is to a route: `required`; taken if it comes (undefined, and only with a session); or `own`, the
 * handler's to read and keep.
 */
type Keyed = 'required' | 'own' | undefined;

type None = z.ZodUndefined;
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Everything there is to know of a route but what it does. Express, OpenAPI, the 401/403 tests and the gateway derive from it. */
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
  /** Relative to `/api/v1`, with `{braces}`. */
  path: string;
  /** `root`: the path stands at the root of the host instead. */
  base?: 'root';
  summary: string;
  /** Only where the rule does not show in the schemas. */
  description?: string;
  access: A;
  scope?: S;
  /** With the scope `provider`: operators with this permission may as well, but for those who represent it (contract §3). */
  operators?: Permission;
  /** The handler lets in whoever holds one of these; for routes that no single permission opens. */
  permissions?: readonly Permission[];
  limit?: LimitName;
  /** Further limits, which the handler takes itself by a key that only it knows. */
  ownLimits?: readonly LimitName[];
  /** Headers that the handler reads; they are declared in the contract, and a malformed one is 400. */
  headers?: z.ZodObject;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Bytes that the handler reads itself from `request.incoming`, at most so many. */
  rawBody?: { maxBytes: number; mediaTypes: readonly string[] };
  /** The answer is a file that goes out as it is read. Like a `rawBody` it may take its time, so it has places of its own. */
  streams?: true;
  idempotency?: I;
  /**
   * Needs a sign-in younger than five minutes; writes under a permission of `stepUpPermissions` do without saying so.
   * `operators`: only of operators, and the handler itself calls `requireFreshSignIn`.
   */
  stepUp?: true | 'operators';
  /** Takes `If-Match`; the answer carries the ETag of the revision. */
  ifMatch?: true;
  /**
   * The answer carries the ETag of a revision, and a read may be answered with 304. `content`: it holds more than the revision
   * tells of, so the ETag also says what is in it; as `If-Match` it means its revision all the same.
   */
  etag?: true | 'content';
  /** May be cached: answered with an ETag of its bytes, and 304. Everything else is `no-store`. */
  cache?: 'public';
  /** A public read that stays without a session where PUBLIC_READS says `session`: what signing in or verifying a claim needs. */
  alwaysOpen?: true;
  /** `also`: further success statuses. `media`: types the handler may send as a RawReply. */
  responds: {
    status: number;
    also?: readonly number[];
    body?: Answer;
    media?: readonly string[];
    /** What a signed text of `media` holds. */
    payload?: z.ZodType;
    /** Of a 201: the path of what was created, or of what contains it, with fields of the answer or parameters in braces. */
    location?: string;
  };
  /** Those the handler itself throws; what follows from the declaration is added by itself. */
  problems?: readonly ProblemSlug[];
};

export type RequestInfo = {
  id: string;
  /** The operation id of the route. */
  operation: string;
  at: Date;
  ip: string;
  /** The path and query as asked for: `instance` of a problem. */
  path: string;
  /** Route, filters and actor: what a cursor belongs to. */
  binding: string;
  access: Access;
  /** The best of the platform's languages for the caller. */
  language: Language;
  header(name: string): string | undefined;
  /** The best of the offered media types for the caller. */
  accepts(...mediaTypes: string[]): string | undefined;
  incoming: IncomingMessage;
};

export type Input<A extends Access, S extends Scope | undefined, Params, Query, Body, I> = {
  actor: A extends 'public' ? undefined : Actor;
  providerId: S extends Scope ? string : undefined;
  /** The actor does not represent the provider, and is let in by the `operators` permission. */
  asOperator: boolean;
  params: Params;
  query: Query;
  body: Body;
  idempotency: I extends 'required' ? Idempotency : Idempotency | undefined;
  /** Revisions that `If-Match` names; undefined where it is absent or `*`. */
  ifMatch: readonly number[] | undefined;
  request: RequestInfo;
};

/** What audit entries and helpers need of any route's input. */
export type AnyInput = { actor: Pick<Actor, 'userId' | 'sessionId'> | undefined; request: RequestInfo };

export type Route<App> = {
  declaration: Declaration;
  handle: (input: Input<Access, Scope | undefined, unknown, unknown, unknown, undefined>, app: App) => Promise<unknown>;
};

/** A service's routes by operation id, in the order of the spec. */
export type Routes<App> = Record<string, Route<App>>;

/** Gives a service its `route(declaration, handler)`, with its own App type. */
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
    declaration: Declaration<A, S, Params, Query, Body, Answer, I>,
    handle: (
      input: Input<A, S, z.output<Params>, z.output<Query>, z.output<Body>, I>,
      app: App,
    ) => Promise<z.input<Answer> | Reply<z.input<Answer>> | RawReply>,
  ): Route<App> {
    return { declaration, handle: handle as unknown as Route<App>['handle'] };
  };
}

/** Whether PUBLIC_READS decides who may call the route (docs/adr/0030). */
export function isPublicRead({ access, method, alwaysOpen }: Declaration): boolean {
  return access === 'public' && method === 'get' && !alwaysOpen;
}

/** Whether a request of the route may last as long as its bytes flow. */
export function isStreaming({ rawBody, streams }: Declaration): boolean {
  return Boolean(rawBody || streams);
}

/** The path of a route on its host. */
export function pathOf({ base, path }: Declaration): string {
  return `${base === 'root' ? '' : apiBase}${path}`;
}

/** Whether the answers of a route carry an ETag. */
export function hasEtag({ cache, ifMatch, etag }: Declaration): boolean {
  return Boolean(cache || ifMatch || etag);
}

/**
 * Who needs a recent sign-in on a route: everybody, where it says so and for every write under a permission of
 * `stepUpPermissions`; or operators, where such a permission lets them do what representatives may do as well.
 */
export function stepUpOf({ method, access, stepUp, operators }: Declaration): 'everybody' | 'operators' | undefined {
  const isPrivileged = (permission: string) => method !== 'get' && stepUpPermissions.has(permission);
  if (stepUp === true || isPrivileged(access)) return 'everybody';
  return stepUp === 'operators' || (operators && isPrivileged(operators)) ? 'operators' : undefined;
}

/** All problems a route can answer with: its own, and those that its declaration brings along. */
export function problemsOf({ declaration: d }: { declaration: Declaration }): ProblemSlug[] {
  const problems = new Set<ProblemSlug>(d.problems);
  const when = (holds: unknown, ...slugs: ProblemSlug[]) => {
    if (holds) for (const slug of slugs) problems.add(slug);
  };
  const takesKey = d.method === 'post' && d.access !== 'public';
  when(d.body || d.rawBody, 'payload-too-large', 'unsupported-media-type', 'request-timeout');
  when(takesKey, 'idempotency-conflict');
  when(d.access !== 'public' || isPublicRead(d), 'unauthenticated');
  // The gateway's answer to a cookie from a page that is no portal's.
  when(d.access !== 'public' && d.method !== 'get', 'origin-refused');
  when(d.access !== 'public' && d.access !== 'session', 'forbidden');
  when(stepUpOf(d), 'step-up-required');
  when(d.scope === 'workspace', 'no-active-workspace', 'ambiguous-assignment');
  when(d.scope === 'provider' || d.params, 'not-found');
  when(d.ifMatch, 'edit-conflict');
  // The gateway may limit an address, and shed load, whatever the route.
  when(true, 'invalid-request', 'rate-limited', 'internal', 'unavailable');
  return [...problems];
}
