import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Language, languages } from '@trust/contracts/text';
import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Log } from '../observability/log.ts';
import { asProblem, invalid, Problem, problemBody } from './problem.ts';

/** Returns `X-Request-Id` if it is a UUID, else a new one (contract §1). */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(given) ? given : randomUUID();
}

export function languageOf(request: Request): Language {
  return (request.acceptsLanguages([...languages]) as Language | false) || languages[0];
}

/** Sends problems; unknown errors become a bare 500 (promise D4). */
export function problemHandler({ log, publicUrl }: { log: Log; publicUrl: string }): ErrorRequestHandler {
  return (error, request, response, next) => {
    response.locals.requestId ??= requestIdOf(request.headers);
    const { requestId } = response.locals as { requestId: string };
    try {
      const problem = asProblem(error) ?? expressProblem(error) ?? new Problem('internal');
      if (problem.slug === 'internal') log.error({ err: error, requestId }, 'Request failed');
      if (response.headersSent) return next(error);
      sendProblem(problem, publicUrl, request, response);
    } catch (failure) {
      // The error itself cannot be read or sent. Express' default handler would send its stack.
      log.error({ requestId, failure: String(failure) }, 'Request failed; error response could not be sent');
      if (response.headersSent) response.destroy();
      else sendProblem(new Problem('internal'), publicUrl, request, response);
    }
  };
}

function sendProblem(problem: Problem, baseUrl: string, request: Request, response: Response): void {
  const { requestId, current } = response.locals as { requestId: string; current?: unknown };
  response.locals.slug = problem.slug;
  const { retryAfter = problem.status === 503 ? 1 : undefined, headers = {} } = problem.extras;
  const language = languageOf(request);
  const body = JSON.stringify(
    problemBody(problem, { baseUrl, path: request.originalUrl, requestId, language }, current),
  );
  response
    .status(problem.status)
    .set({ 'X-Request-Id': requestId, 'Cache-Control': 'no-store', 'Content-Language': language, ...headers })
    .set(retryAfter ? { 'Retry-After': String(retryAfter) } : {})
    .vary('Accept-Language')
    .type('application/problem+json')
    .end(body);
}

function expressProblem(error: { type?: string; status?: number } | undefined): Problem | undefined {
  if (error?.type === 'entity.too.large') return new Problem('payload-too-large');
  if (error?.type === 'encoding.unsupported' || error?.type === 'charset.unsupported')
    return new Problem('unsupported-media-type');
  if (error?.status !== 400) return undefined;
  return invalid('body', 'malformed');
}
