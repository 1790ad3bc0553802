import { requireGatewayProof } from '@trust/service-kit/actors/gateway-proof';
import { healthChecks } from '@trust/service-kit/health-checks';
import { type Admission, overloaded } from '@trust/service-kit/http/overload';
import { problemHandler, requestIdOf } from '@trust/service-kit/http/problem-handler';
import type { ReadyCheck } from '@trust/service-kit/listen';
import type { Log } from '@trust/service-kit/observability/log';
import { recordResponse, traceRequest } from '@trust/service-kit/observability/request-trace';
import { Problem } from '@trust/service-kit/problems/problem';
import type { Secret } from '@trust/service-kit/sealing/secret';
import express, { type Express, type RequestHandler } from 'express';
import type { PublicApi } from './api/public-api.ts';
import { providerPages, verifyPages } from './customers/claims/claim-pages.ts';
import { searchPages } from './customers/search/search-pages.ts';
import { serveMailbox } from './development/mailbox/serve-mailbox.ts';
import { serveTraces } from './development/traces/serve-traces.ts';
import { documentationPages } from './documentation/documentation-pages.ts';
import { errorPages } from './page/error-page.ts';

export type Website = {
  api: PublicApi;
  gatewaySecret: Secret;
  publicUrl: string;
  /** Holds the tarball of `@trust/client`. */
  clientFolder: string;
  isDevelopment: boolean;
  tracesUrl?: string | undefined;
  admits: Admission;
  ready: Record<string, ReadyCheck>;
  log: Log;
};

/** Every page is made for its request, from the public API alone (ADR 0105). */
export function websiteHttp(website: Website): Express {
  const { api, log, publicUrl, clientFolder } = website;
  const http = express().disable('x-powered-by').disable('etag').set('query parser', false);
  http.use(healthChecks(website.ready));
  http.use(noted(log), requireGatewayProof(website.gatewaySecret), admitted(website.admits));
  if (website.isDevelopment) http.use(serveTraces(website.tracesUrl), serveMailbox(api));
  http.use(verifyPages(api), searchPages(api), providerPages(api));
  http.use(documentationPages({ api, publicUrl, clientFolder }), noSuchPage);
  http.use(errorPages(log), problemHandler({ log, publicUrl }));
  return http;
}

/** Logs, measures and traces a request. The gateway has replaced what its client sent of ids and traces. */
function noted(log: Log): RequestHandler {
  return (request, response, next) => {
    const [requestId, started] = [requestIdOf(request.headers), performance.now()];
    response.locals.requestId = requestId;
    response.on('finish', () => {
      const path: unknown = request.route?.path;
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const route = typeof path === 'string' ? `${method} ${path}` : 'none';
      recordResponse(log, response.statusCode, { ...response.locals, requestId, started, route });
    });
    traceRequest(request, response, { route: `${request.method} page` }, next);
  };
}

function admitted(admits: Admission): RequestHandler {
  return (_request, response, next) => {
    if (!admits(response)) throw overloaded();
    next();
  };
}

const noSuchPage: RequestHandler = () => {
  throw new Problem('not-found', {
    en: 'No such route. See /docs or /api/v1/openapi.json for all routes.',
    fr: 'Cette route n’existe pas. Consultez /docs ou /api/v1/openapi.json pour la liste des routes.',
  });
};
