import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type Language, languages } from '@trust/contracts/values/text';
import accepts from 'accepts';
import vary from 'vary';
import type { Log } from '../observability/log.ts';
import { invalid, type Outage, Problem, problemBody } from '../problems/problem.ts';
import { isUuid } from '../uuid.ts';
import { asProblem } from './as-problem.ts';

/** Returns `X-Request-Id` if it is a UUID, else a new one (docs/domain/wire-conventions.md 11). */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && isUuid(given) ? given : randomUUID();
}

export function languageOf(request: IncomingMessage): Language {
  return (accepts(request).languages([...languages]) as Language | false) || languages[0];
}

type Answered = ServerResponse & {
  locals: { requestId?: string; slug?: string; outage?: Outage | undefined; current?: unknown };
};

/** Unknown errors become a bare 500 (promise D4). Express recognises error handlers by their four parameters. */
export function problemHandler({ log, publicUrl }: { log: Log; publicUrl: string }) {
  return (error: unknown, request: IncomingMessage, response: Answered, _next?: unknown): void => {
    response.locals.requestId ??= requestIdOf(request.headers);
    const { requestId } = response.locals;
    try {
      const problem = asProblem(error) ?? expressProblem(error) ?? new Problem('internal');
      if (problem.slug === 'internal') log.error({ err: error, requestId }, 'Request failed');
      sendProblem(problem, publicUrl, request, response);
    } catch (err) {
      // The error itself cannot be read or sent. Express' default handler would send its stack.
      log.error({ err, requestId }, 'Request failed; error response could not be sent');
      sendProblem(new Problem('internal'), publicUrl, request, response);
    }
  };
}

function sendProblem(problem: Problem, baseUrl: string, request: IncomingMessage, response: Answered): void {
  if (response.headersSent) return void response.destroy();
  const { requestId = '', current } = response.locals;
  response.locals.slug = problem.slug;
  response.locals.outage = problem.extras.outage;
  const { retryAfter = problem.status === 503 ? 1 : undefined, headers = {} } = problem.extras;
  const language = languageOf(request);
  // Express changes `url` inside a router.
  const { originalUrl: path = request.url ?? '' } = request as { originalUrl?: string };
  const body = JSON.stringify(problemBody(problem, { baseUrl, path, requestId, language }, current));
  response.statusCode = problem.status;
  response.setHeader('X-Request-Id', requestId).setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Language', language).setHeader('Content-Type', 'application/problem+json');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (retryAfter) response.setHeader('Retry-After', String(retryAfter));
  vary(response, 'Accept-Language');
  response.end(body);
}

function expressProblem(error: unknown): Problem | undefined {
  const { type, status } = (error ?? {}) as { type?: string; status?: number };
  if (type === 'entity.too.large') return new Problem('payload-too-large');
  if (type === 'encoding.unsupported' || type === 'charset.unsupported') return new Problem('unsupported-media-type');
  return status === 400 ? invalid('body', 'malformed') : undefined;
}
