import { traceRequest } from '@trust/service-kit/observability/request-trace';
import type { RequestHandler } from 'express';
import type { EdgeResponse } from '../edge/start-request.ts';
import { compress } from '../proxy/compress.ts';
import { type Forwarded, forward } from '../proxy/forward.ts';
import type { ProxyOptions } from '../proxy/proxy-operation.ts';
import type { Upstream } from '../upstreams/upstream.ts';
import { isPageAddress } from './page-addresses.ts';

const page: Forwarded = { service: 'website', maxBodyBytes: 102_400, streamsBody: false, bulkhead: 'quick' };
/** The website signs nobody in: it gets neither sessions nor cookies. */
const nothing = { assertion: undefined, cookie: undefined, webhookSecret: undefined };

type Options = Pick<ProxyOptions, 'minimumRate' | 'isDevelopment'> & { website: Upstream };

/** Leaves addresses of the API, and what the website asks for: a page must not be made of a page. */
export function forwardPages({ website, minimumRate, isDevelopment = false }: Options): RequestHandler {
  return async (request, response, next) => {
    const edge = response as unknown as EdgeResponse;
    if (!isPageAddress(request.path) || edge.locals.isWebsite) return next();
    edge.locals.isPage = true;
    compress(request, response, () => {});
    const traced = { route: `${request.method} page`, isTrusted: isDevelopment };
    await traceRequest(request, edge, traced, () => forward(request, edge, website, page, nothing, minimumRate));
  };
}
