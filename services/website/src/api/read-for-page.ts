import type { IncomingMessage } from 'node:http';
import { apiBase } from '@trust/contracts/api-base';
import { Problem, unavailable } from '@trust/service-kit/problems/problem';
import type { z } from 'zod';
import type { PublicApi } from './public-api.ts';

/** Reads operations of the API for a page. Throws the problem that the page shows. */
export function readForPage(api: PublicApi, request: IncomingMessage, language: string) {
  return async <Body extends z.ZodType>(path: string, body: Body): Promise<z.output<Body>> => {
    const found = await api.get(request, apiBase + path, { 'accept-language': language });
    if (found.status === 200) return body.parse(found.body);
    if (found.status === 429) throw new Problem('rate-limited', undefined, { retryAfter: 60 });
    if (found.status >= 500) throw unavailable({ upstream: 'gateway', reason: String(found.status) });
    // The same for every provider that is not public (promise D2).
    throw new Problem(found.status === 400 ? 'invalid-request' : 'not-found');
  };
}
