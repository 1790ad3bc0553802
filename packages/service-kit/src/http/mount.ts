import { actorAssertionHeader } from '@trust/contracts/actor';
import type { AuditedService } from '@trust/contracts/events/any';
import type { Express, Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { auditedRequests } from '../audit/audit.ts';
import { countRefusal, isRefusal } from '../audit/refusal.ts';
import { missingGrant } from '../database/missing-grant.ts';
import type { AnyDatabase } from '../database/transaction.ts';
import type { Log } from '../observability/log.ts';
import { recordResponse, traceRequest } from '../observability/request-trace.ts';
import { Problem, undeclaredCodes } from '../problems/problem.ts';
import { givesBack, settleLimits } from '../rate-limits/rate-limit.ts';
import { needsSession, type RequestInfo } from '../request-info.ts';
import { remainingTimeHeader, runInRequest } from '../request-scope.ts';
import { asProblem } from './as-problem.ts';
import { announceDeprecation } from './deprecation.ts';
import { type RouteDependencies, readInput } from './handle.ts';
import { type Idempotency, isUsed } from './idempotency.ts';
import { type Admission, overloaded } from './overload.ts';
import { languageOf, problemHandler, requestIdOf } from './problem-handler.ts';
import { RawReply, Reply } from './reply.ts';
import { discardRest, jsonBody, noBody, refuseCompressedBody } from './request-body.ts';
import {
  type Declaration,
  hasEtag,
  isStreaming,
  pathOf,
  problemsOf,
  type Reader,
  type Route,
  type Routes,
} from './route.ts';
import { sendAnswer } from './send-answer.ts';

export type MountOptions<App> = RouteDependencies & {
  service: AuditedService;
  routes: Routes<App>;
  app: App;
  db: AnyDatabase;
  log: Log;
  publicUrl: string;
  capacity?: (declaration: Declaration) => Admission;
  /** Responds 500 to an undeclared problem, status or field; not in production. */
  strict: boolean;
  /** Responds 500 to a write without an audit entry (promise P1). */
  auditsWrites?: boolean;
};

/** Milliseconds for requests that do not come from the gateway. */
const defaultTimeout = 10_000;

export function mountRoutes<App>(http: Express, options: MountOptions<App>): void {
  http.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  for (const [operation, route] of Object.entries(options.routes)) {
    const { method, deprecated } = route.declaration;
    const template = pathOf(route.declaration);
    http[method](
      template.replace(/\{(\w+)\}/g, ':$1'),
      ...(deprecated ? [announceDeprecation(deprecated)] : []),
      ...(options.capacity ? [refuseBeyond(options.capacity(route.declaration))] : []),
      traced(`${method.toUpperCase()} ${template}`, isStreaming(route.declaration), options.log),
      ...bodyReaders(route.declaration),
      respond(operation, route, options),
    );
  }
  http.use((_request, _response, next) => next(new Problem('not-found')));
  http.use(problemHandler(options));
}

function refuseBeyond(admits: Admission): RequestHandler {
  return (_request, response, next) => next(admits(response) ? undefined : overloaded());
}

function traced(name: string, isStream: boolean, log: Log): RequestHandler {
  return (request, response, next) => {
    const requestId = requestIdOf(request.headers);
    response.locals.requestId = requestId;
    const started = performance.now();
    response.locals.until = started + (Number(request.get(remainingTimeHeader)) || defaultTimeout);
    response.setHeader('X-Request-Id', requestId);
    const { locals } = response;
    response.on('finish', () =>
      recordResponse(log, response.statusCode, { ...locals, requestId, route: name, started }),
    );
    traceRequest(request, response, { route: name, isStream }, next);
  };
}

function bodyReaders({ body, rawBody }: Declaration): RequestHandler[] {
  if (body) return jsonBody();
  return [rawBody ? refuseCompressedBody : noBody];
}

function respond<App>(operation: string, route: Route<App>, options: MountOptions<App>): RequestHandler {
  const { limit, ownLimits = [], rawBody } = route.declaration;
  // Undeclared limits are not disclosed.
  const declared = new Set<string>([...(limit ? [limit] : []), ...ownLimits]);
  if ([limit, ...ownLimits].some((name) => name && givesBack(name))) declared.add('refused-request');
  return (request, response) => {
    if (rawBody) response.once('finish', () => discardRest(request));
    const until = rawBody && isStreaming(route.declaration) ? Number.POSITIVE_INFINITY : response.locals.until;
    const reported = new Map<string, Record<string, string>>();
    const reportLimit = (name: string, headers: Record<string, string>) => {
      if (!declared.has(name)) return;
      reported.set(name, headers);
      for (const header of Object.keys(headers))
        response.setHeader(
          header,
          [...reported.values()].map((one) => one[header] ?? ''),
        );
    };
    return runInRequest({ until, reportLimit, taken: [] }, () => answer(operation, route, options, request, response));
  };
}

async function answer<App>(
  operation: string,
  route: Route<App>,
  options: MountOptions<App>,
  request: Request,
  response: Response,
): Promise<void> {
  const info = infoOf(request, response, options.now(), {
    operation,
    access: route.declaration.access,
    scope: route.declaration.scope,
  });
  try {
    const input = await readInput(operation, route, request, options, info);
    const reader = route.beforeSending && (await readerOf(route, request, info, options));
    const result = input instanceof Reply ? input : await route.handle(input, options.app);
    await settleLimits('success');
    const isTagged = (result instanceof Reply || result instanceof RawReply) && 'ETag' in result.headers;
    if (options.strict && isTagged && !hasEtag(route.declaration))
      throw new Error(`${operation} sends an undeclared ETag. Add \`etag: true\` to its declaration.`);
    if (options.auditsWrites && !auditedRequests.has(request) && needsAudit(route.declaration, result))
      throw new Error(`${operation} changes something without an audit entry. Call \`audit\` with its transaction.`);
    if (options.strict && !(input instanceof Reply) && ignoresKey(route.declaration, input, result))
      throw new Error(`${operation} ignores its \`Idempotency-Key\`. Make it a \`command\`, or call \`once\`.`);
    const sent = reader && route.beforeSending ? await route.beforeSending(result, options.app, reader) : result;
    await sendAnswer(response, request, route.declaration, sent, options.strict);
  } catch (error) {
    const problem = asProblem(error);
    await settleLimits(problem && problem.status < 500 ? 'refused' : 'failed');
    if (problem && isRefusal(route.declaration, problem))
      await recordRefusal(operation, problem, options, request, info);
    if (options.strict && problem && !problemsOf(route).includes(problem.slug)) {
      const remedy = 'Add it to `problems` of its declaration, or catch it.';
      throw new Error(`${operation} throws the undeclared problem ${problem.slug}. ${remedy}`, { cause: error });
    }
    const unlisted = options.strict && problem ? undeclaredCodes(problem) : [];
    if (unlisted.length > 0) throw new Error(`List ${unlisted} in the codes of ${problem?.slug}.`, { cause: error });
    const ungranted = options.strict ? await missingGrant(options.db, error) : undefined;
    if (ungranted) throw ungranted;
    if (problem?.extras.current !== undefined)
      response.locals.current = currentSchemaOf(route.declaration)?.parse(problem.extras.current);
    throw error;
  }
}

/** Before the handler: what is done is not answered with 401 because the assertion has expired meanwhile. */
async function readerOf<App>(
  { declaration }: Route<App>,
  { params }: Request,
  info: Omit<RequestInfo, 'binding'>,
  permits: MountOptions<App>,
): Promise<Reader> {
  // Known since `readInput`.
  const actor = needsSession(declaration)
    ? await permits.verifyActor(info.header(actorAssertionHeader) ?? '')
    : undefined;
  return { actor, params: params as Record<string, string>, language: () => info.language, permits };
}

function currentSchemaOf({ ifMatch, responds }: Declaration): z.ZodType | undefined {
  return ifMatch && ifMatch !== true ? ifMatch : responds.body;
}

/** Public writes and webhooks have no actor; they audit what concerns an account. */
function needsAudit({ method, access }: Declaration, result: unknown): boolean {
  if (method === 'get' || access === 'public' || access === 'webhook') return false;
  return !(result instanceof Reply) || (result.changed && !result.isReplayed);
}

/** Whether a repeat of the request would change something again (promise C1). */
function ignoresKey(declaration: Declaration, input: { idempotency?: Idempotency | undefined }, result: unknown) {
  if (!input.idempotency || declaration.idempotency === 'own' || isUsed(input.idempotency)) return false;
  return !(result instanceof Reply) || result.changed;
}

async function recordRefusal<App>(
  operation: string,
  { slug }: Problem,
  options: MountOptions<App>,
  request: Request,
  info: Omit<RequestInfo, 'binding'>,
): Promise<void> {
  const actor = await options.verifyActor(request.get(actorAssertionHeader) ?? '');
  const objectId = Object.values(request.params).findLast((value) => z.uuid().safeParse(value).success);
  await countRefusal(options, { actor, operation, slug, objectId: objectId ? String(objectId) : null }, info);
}

function infoOf(
  request: Request,
  response: Response,
  at: Date,
  route: Pick<RequestInfo, 'operation' | 'access' | 'scope'>,
): Omit<RequestInfo, 'binding'> {
  return {
    ...route,
    id: response.locals.requestId,
    at,
    // The gateway writes this header itself, and only the gateway gets here.
    ip: request.get('x-forwarded-for') ?? request.socket.remoteAddress ?? '',
    path: request.originalUrl,
    get language() {
      // Reading it sets the response's language.
      response.locals.language = languageOf(request);
      return response.locals.language;
    },
    header: (name) => request.get(name),
    accepts: (...types) => request.accepts(types) || undefined,
    incoming: request,
  };
}
