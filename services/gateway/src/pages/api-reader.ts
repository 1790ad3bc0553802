import { apiBase } from '@trust/contracts/api-base';
import { Problem, unavailable } from '@trust/service-kit/problems/problem';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Upstream } from '../proxy/upstream.ts';

/** The address of the client, so that its limits apply. */
export function headersOf(request: Request, response: Response): Record<string, string> {
  return { 'x-forwarded-for': request.ip ?? '', 'x-request-id': response.locals.requestId };
}

/** Reads operations of the API for a page. Throws the problem that the page shows. */
export function apiReader(provider: Pick<Upstream, 'get'>, request: Request, response: Response, language: string) {
  const headers = { ...headersOf(request, response), 'accept-language': language };
  return async <Body extends z.ZodType>(path: string, body: Body): Promise<z.output<Body>> => {
    const found = await provider.get(apiBase + path, headers);
    if (found.status === 200) return body.parse(found.body);
    if (found.status === 429) throw new Problem('rate-limited', undefined, { retryAfter: 60 });
    if (found.status >= 500) throw unavailable();
    // The same for every provider that is not public (promise D2).
    throw new Problem(found.status === 400 ? 'invalid-request' : 'not-found');
  };
}
