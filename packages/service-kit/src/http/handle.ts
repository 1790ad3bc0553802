import { hash } from 'node:crypto';
import { type Actor, actorAssertionHeader } from '@trust/contracts/actor';
import { type LimitName, limits } from '@trust/contracts/limits';
import type { Request } from 'express';
import type { QueryExecutorProvider } from 'kysely';
import type { z } from 'zod';
import { allow, inNoScope, type Permits, requireStepUp } from '../actors/access.ts';
import type { ActorVerifier } from '../actors/actor.ts';
import { invalid, notFound, Problem } from '../problems/problem.ts';
import { givesBack, type RateLimits } from '../rate-limits/rate-limit.ts';
import { clientNetworkOf } from '../rate-limits/rate-limiting.ts';
import { needsSession, type RequestInfo } from '../request-info.ts';
import type { Secret } from '../sealing/secret.ts';
import { findStoredResponse, type Idempotency } from './idempotency.ts';
import { canonicalJson, fingerprintOf, parseInput, parseQuery, validateStructure } from './input.ts';
import { lowerCaseId } from './lower-case-ids.ts';
import type { Reply } from './reply.ts';
import { refuseDuplicateKeys, refuseUnexpectedBody } from './request-body.ts';
import { type Declaration, type Input, type Route, stepUpNeed } from './route.ts';

export type RouteDependencies = Permits & {
  verifyActor: ActorVerifier;
  limits: RateLimits;
  secret: Secret;
};

type AnyRouteInput = Input<Declaration['access'], Declaration['scope'], unknown, unknown, unknown, undefined>;

/** Order (docs/domain/roles-and-step-up.md 7): actor, permission, step-up, stored response, limit, input. */
export async function readInput<App>(
  operation: string,
  { declaration }: Route<App>,
  request: Request,
  kit: RouteDependencies & { db: QueryExecutorProvider },
  info: Omit<RequestInfo, 'binding'>,
): Promise<AnyRouteInput | Reply<unknown>> {
  // Before anything compares an id of the path.
  for (const [name, value] of Object.entries(request.params)) request.params[name] = lowerCaseId(String(value));
  const actor = needsSession(declaration) ? await actorOf(request, kit) : undefined;
  const named = request.params as Record<string, string>;
  const { providerId, asOperator } = actor ? await allow(declaration, actor, named, kit) : inNoScope;
  const access = asOperator ? declaration.operators : declaration.access;
  if (actor) await requireStepUp(stepUpNeed(declaration), { actor, asOperator, params: named }, kit);

  if (declaration.body) refuseDuplicateKeys(request, validateStructure(request.body, 'body'));
  const idempotency = readIdempotency(operation, declaration, request, { actor, providerId }, kit);
  const stored = idempotency && declaration.idempotency !== 'own' && (await findStoredResponse(kit.db, idempotency));
  if (stored && declaration.repeat !== 'read') return stored;
  if (declaration.limit && !stored) {
    const by = { actor, providerId, ip: info.ip };
    if (givesBack(declaration.limit)) await takeLimit('refused-request', by, kit.limits);
    await takeLimit(declaration.limit, by, kit.limits);
  }

  refuseUnexpectedBody(request);
  if (declaration.headers) parseInput(declaration.headers, headersNamed(declaration.headers, request), 'headers');
  const params = declaration.params && paramsOf(declaration.params, request);
  // Senders add keys of their own to the address that they were given, and some sign them.
  const isOfSender = declaration.access === 'webhook' && !declaration.query;
  const query = isOfSender ? {} : parseQuery(declaration.query, request);
  const body = declaration.body && parseInput(declaration.body, request.body, 'body');
  return {
    actor: actor as Actor,
    providerId: providerId as string,
    asOperator,
    params,
    query,
    body,
    idempotency: idempotency as undefined,
    ifMatch: ifMatchOf(declaration, request.get('if-match')),
    request: Object.assign(info, { access, binding: bindingOf(operation, query, params, actor) }),
  };
}

/** A malformed id in a path is 404. */
function paramsOf(schema: z.ZodType, { params }: Request): unknown {
  try {
    return parseInput(schema, params, 'params');
  } catch (error) {
    throw error instanceof Problem && error.slug === 'invalid-request' ? notFound() : error;
  }
}

function headersNamed({ shape }: z.ZodObject, request: Request): Record<string, string | undefined> {
  return Object.fromEntries(Object.keys(shape).map((name) => [name, request.get(name)]));
}

function actorOf(request: Request, { verifyActor }: RouteDependencies): Promise<Actor> {
  const assertion = request.get(actorAssertionHeader);
  if (!assertion) throw new Problem('unauthenticated');
  return verifyActor(assertion);
}

async function takeLimit(
  name: LimitName,
  by: { actor: Actor | undefined; providerId: string | undefined; ip: string },
  rateLimits: RateLimits,
): Promise<void> {
  const keys = {
    actor: by.actor?.userId,
    session: by.actor?.sessionId,
    provider: by.providerId,
    ip: clientNetworkOf(by.ip),
    key: undefined,
  };
  const key = keys[limits[name].per];
  if (!key) throw new Error(`The limit ${name} counts by a key that this route does not have.`);
  await rateLimits.take(name, key);
}

function readIdempotency(
  operation: string,
  declaration: Declaration,
  request: Request,
  { actor, providerId }: { actor: Actor | undefined; providerId: string | undefined },
  { secret, now }: RouteDependencies,
): Idempotency | undefined {
  const key = request.get('idempotency-key');
  if (!key) {
    if (declaration.idempotency === 'required') throw invalid('Idempotency-Key', 'idempotency_key_required');
    return undefined;
  }
  if (key.length > 255) throw invalid('Idempotency-Key', 'too_big');
  if (declaration.method !== 'post' || !actor) return undefined;
  // The path of a workspace route does not contain the provider.
  const path = declaration.scope === 'workspace' ? `${providerId} ${request.originalUrl}` : request.originalUrl;
  const fingerprint = fingerprintOf(declaration.method, path, request.body);
  const { repeat = 'stored' } = declaration;
  return { key, actor: actor.userId, route: operation, fingerprint, secret, now: now(), repeat };
}

function ifMatchOf({ ifMatch }: Declaration, header: string | undefined): readonly number[] | undefined {
  if (!ifMatch) return undefined;
  const revisions = readIfMatch(header);
  // A list could name every revision there may be.
  if (ifMatch !== true && revisions?.length !== 1) throw invalid('If-Match', 'if_match_required');
  return revisions;
}

const entityTags = /^\s*(W\/)?"[\x21\x23-\x7e]*"\s*$/;

// Only revision ETags can match. `*` requires no revision; a header that is no list of entity tags must not pass as that.
function readIfMatch(header: string | undefined): readonly number[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  if (!header.split(',').every((tag) => entityTags.test(tag))) throw invalid('If-Match', 'invalid_format');
  return header.split(',').map((tag) => Number(/^\s*"r(\d+)(?:\.[\w-]+)?"\s*$/.exec(tag)?.[1] ?? Number.NaN));
}

function bindingOf(operation: string, query: unknown, params: unknown, actor: Actor | undefined): string {
  const { cursor: _cursor, limit: _limit, ...filters } = (query ?? {}) as Record<string, unknown>;
  return hash('sha256', canonicalJson([operation, filters, params ?? null, actor?.userId ?? null]), 'base64url');
}
