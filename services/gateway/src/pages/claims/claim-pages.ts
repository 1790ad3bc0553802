import { readFileSync } from 'node:fs';
import { apiBase } from '@trust/contracts/api-base';
import { unavailable } from '@trust/service-kit/problems/problem';
import { isUuid } from '@trust/service-kit/uuid';
import { type Request, type Response, Router } from 'express';
import { readBody } from '../../proxy/request-body.ts';
import { RequestTimeout } from '../../proxy/request-timeout.ts';
import type { Upstream } from '../../proxy/upstream.ts';
import { apiReader, headersOf } from '../api-reader.ts';
import { documentOf, sendDocument } from '../document.ts';
import { queryParameter, readerOf } from '../layout.ts';
import { sendPage } from '../send.ts';
import { ProviderOfPage } from './provider-data.ts';
import { CardsOfPage, providerPage } from './provider-page.ts';
import { ReviewsOfPage } from './review-section.ts';
import { type Answer, Verification, verifyPage } from './verify-page.ts';

/** The body of a form is longer than its token: it is percent-encoded. */
const maxFormBytes = 102_400;

type Provider = Pick<Upstream, 'get' | 'post'>;

/** Pages for customers. */
export function verifyPages(provider: Provider): Router {
  const script = documentOf('text/javascript', readFileSync(new URL('./verify.js', import.meta.url), 'utf8'));
  const router = Router();
  router.get('/assets/verify.js', (request, response) => sendDocument(request, response, script));
  router.get('/verify', async (request, response) => {
    const [claim, token] = [queryParameter(request, 'claim'), queryParameter(request, 'token')];
    const given = claim ?? token;
    const parameters = { ...(claim && { claim }), ...(token && { token }) };
    const answer = given ? await ask(provider, given, request, response) : undefined;
    sendPage(request, response, verifyPage(answer, readerOf(request), parameters), 'no-store');
  });
  router.post('/verify', async (request, response) => {
    const body = await readBody(request, maxFormBytes, new RequestTimeout(response.locals.deadline));
    const given = new URLSearchParams(body?.toString() ?? '').get('claim') ?? '';
    const answer = await ask(provider, given, request, response);
    sendPage(request, response, verifyPage(answer, readerOf(request)), 'no-store');
  });
  return router;
}

export function providerPages(provider: Provider): Router {
  const router = Router();
  router.get('/p/:publicProviderId', async (request, response) => {
    const reader = readerOf(request);
    const path = `/public/providers/${encodeURIComponent(request.params.publicProviderId)}`;
    const read = apiReader(provider, request, response, reader.language);
    const [cursor, asOf, reviews] = ['cursor', 'asOf', 'reviews'].map((name) => queryParameter(request, name));
    const ofCards = new URLSearchParams({ limit: '100', ...(cursor && { cursor }), ...(asOf && { asOf }) });
    const ofReviews = new URLSearchParams({ limit: '10', ...(reviews && { cursor: reviews }) });
    const [found, cards, opinions] = await Promise.all([
      read(path, ProviderOfPage),
      read(`${path}/claims?${ofCards}`, CardsOfPage),
      read(`${path}/reviews?${ofReviews}`, ReviewsOfPage),
    ]);
    sendPage(
      request,
      response,
      providerPage({ provider: found, cards, reviews: opinions, asOf: asOf || undefined }, reader),
    );
  });
  return router;
}

async function ask(provider: Provider, given: string, request: Request, response: Response): Promise<Answer> {
  const path = `${apiBase}/public/claims/verify`;
  const { status, body } = await provider.post(path, contentOf(given), headersOf(request, response));
  if (status === 200) return Verification.parse(body);
  if (status === 429) {
    response.status(429).set('Retry-After', '60');
    return 'busy';
  }
  if (status >= 500) throw unavailable();
  const token = { fault: 'malformed', expiresAt: null };
  return { status: 'unknown', checkedAt: new Date().toISOString(), token, claims: [] };
}

/** A claim id, a token, or a link with one of them. */
function contentOf(given: string): { claimId: string } | { token: string } {
  const text = given.trim();
  const link = URL.canParse(text) ? new URL(text) : undefined;
  const parameters = link?.searchParams;
  const meant = parameters?.get('claim') ?? parameters?.get('token') ?? (link?.hash.slice(1) || text);
  return isUuid(meant) ? { claimId: meant } : { token: meant };
}
