import { pipeline } from 'node:stream/promises';
import { actorAssertionHeader } from '@trust/contracts/actor';
import { apiBase } from '@trust/contracts/api-base';
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
import type { RequestInfo } from '../request-info.ts';
import { remainingTimeHeader, runInRequest } from '../request-scope.ts';
import { asProblem } from './as-problem.ts';
import { contentEtag, etagWithContent, matchesIfNoneMatch } from './etag.ts';
import { type RouteDependencies, readInput } from './handle.ts';
import { type Idempotency, isUsed } from './idempotency.ts';
import { jsonBody, refuseCompressedBody } from './json-body.ts';
import { type Admission, overloaded } from './overload.ts';
import { languageOf, problemHandler, requestIdOf } from './problem-handler.ts';
import { droppedFields, RawReply, Reply } from './reply.ts';
import {
  type Declaration,
  hasEtag,
  isStreaming,
  mediaTypesOf,
  pathOf,
  problemsOf,
  type Route,
  type Routes,
} from './route.ts';

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
    const { method } = route.declaration;
    const template = pathOf(route.declaration);
    http[method](
      template.replace(/\{(\w+)\}/g, ':$1'),
      ...(options.capacity ? [refuseBeyond(options.capacity(route.declaration))] : []),
      traced(`${method.toUpperCase()} ${template}`, options.log),
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

function traced(name: string, log: Log): RequestHandler {
  return (request, response, next) => {
    const requestId = requestIdOf(request.headers);
    response.locals.requestId = requestId;
    const started = performance.now();
    response.locals.until = started + (Number(request.get(remainingTimeHeader)) || defaultTimeout);
    response.setHeader('X-Request-Id', requestId);
    response.on('finish', () => recordResponse(log, response.statusCode, { requestId, route: name, started }));
    traceRequest(request, response, { route: name }, next);
  };
}

function bodyReaders({ body, rawBody }: Declaration): RequestHandler[] {
  if (body) return jsonBody();
  return rawBody ? [refuseCompressedBody] : [];
}

function respond<App>(operation: string, route: Route<App>, options: MountOptions<App>): RequestHandler {
  const { limit, ownLimits = [], rawBody } = route.declaration;
  // Undeclared limits are not disclosed.
  const declared = new Set<string | undefined>([limit, ...ownLimits]);
  return (request, response) => {
    const until = rawBody && isStreaming(route.declaration) ? Number.POSITIVE_INFINITY : response.locals.until;
    const reportLimit = (name: string, headers: Record<string, string>) => {
      if (declared.has(name)) for (const [header, value] of Object.entries(headers)) response.append(header, value);
    };
    return runInRequest({ until, reportLimit }, () => answer(operation, route, options, request, response));
  };
}

async function answer<App>(
  operation: string,
  route: Route<App>,
  options: MountOptions<App>,
  request: Request,
  response: Response,
): Promise<void> {
  const info = infoOf(request, response, options.now(), { operation, access: route.declaration.access });
  try {
    const input = await readInput(operation, route, request, options, info);
    const result = input instanceof Reply ? input : await route.handle(input, options.app);
    const isTagged = (result instanceof Reply || result instanceof RawReply) && 'ETag' in result.headers;
    if (options.strict && isTagged && !hasEtag(route.declaration))
      throw new Error(`${operation} sends an undeclared ETag. Add \`etag: true\` to its declaration.`);
    if (options.auditsWrites && !auditedRequests.has(request) && needsAudit(route.declaration, result))
      throw new Error(`${operation} changes something without an audit entry. Call \`audit\` with its transaction.`);
    if (options.strict && !(input instanceof Reply) && ignoresKey(route.declaration, input, result))
      throw new Error(`${operation} ignores its \`Idempotency-Key\`. Make it a \`command\`, or call \`once\`.`);
    await send(response, request, route.declaration, result, options.strict);
  } catch (error) {
    const problem = asProblem(error);
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
      response.locals.current = route.declaration.responds.body?.parse(problem.extras.current);
    throw error;
  }
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
  route: Pick<RequestInfo, 'operation' | 'access'>,
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

/** `Location` of the created resource (RFC 9110 §15.3.2). */
function locationOf({ path, responds }: Declaration, body: unknown, { params }: Request): string {
  if (!responds.location) throw new Error(`${path} sends 201. Add \`location\` to \`responds\` of its declaration.`);
  const known = { ...params, ...(body as Record<string, unknown>) };
  const filled = responds.location.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(String(known[name])),
  );
  return `${apiBase}${filled}`;
}

// The schema drops undeclared fields (promise D1).
async function send(
  response: Response,
  request: Request,
  declaration: Declaration,
  result: unknown,
  strict: boolean,
): Promise<void> {
  const { status, also = [], body: schema } = declaration.responds;
  const fail = (fault: string) => new Error(`${request.method} ${declaration.path} ${fault}`);
  const answer = result instanceof Reply || result instanceof RawReply ? result : new Reply(result);
  const code = answer.status ?? status;
  if (code !== status && !also.includes(code)) throw fail(`sends ${code}. Add it to \`also\` of its declaration.`);
  response
    .status(code)
    .set('Cache-Control', declaration.cache ? 'public, max-age=0, must-revalidate' : 'no-store')
    .set(answer.headers);
  if (code === 201) response.set('Location', locationOf(declaration, 'body' in answer ? answer.body : {}, request));
  if (response.locals.language) response.set('Content-Language', response.locals.language).vary('Accept-Language');

  if (answer instanceof RawReply) {
    if (!mediaTypesOf(declaration).includes(answer.mediaType))
      throw fail(`sends ${answer.mediaType}. Add it to \`media\`.`);
    response.set('Content-Type', answer.mediaType).set('X-Content-Type-Options', 'nosniff');
    if (typeof answer.content === 'string') response.end(answer.content);
    // Node would send the headers with the first bytes of the body; a live stream may have none yet.
    else if (request.method === 'HEAD') response.end(void answer.content.destroy());
    else await pipeline(answer.content, response).catch(ignoreClientDisconnect);
    return;
  }
  if (!schema) return void response.end();
  const { data: sent, error } = schema.safeParse(answer.body);
  if (error) throw fail(`sends a body that its response schema rejects:\n${z.prettifyError(error)}`);
  const dropped = strict ? droppedFields(answer.body, sent) : [];
  if (dropped.length > 0) throw fail(`sends undeclared fields: ${dropped}. Add them to its response schema.`);
  const text = JSON.stringify(sent);
  if (declaration.cache) {
    const etag = contentEtag(text);
    response.set('ETag', etag).vary('Accept');
  }
  const revision = declaration.etag === 'content' && response.get('ETag');
  if (revision) response.set('ETag', etagWithContent(revision, text));
  // `no-store` applies to caches; a client may still revalidate its own copy (promise C3).
  const current = request.method === 'GET' && response.get('ETag');
  if (current && matchesIfNoneMatch(request.get('if-none-match'), current)) return void response.status(304).end();
  response.set('Content-Type', 'application/json; charset=utf-8').end(text);
}

function ignoreClientDisconnect(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
}
