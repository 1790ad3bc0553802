import { readFileSync } from 'node:fs';
import { apiBase } from '@trust/contracts/api-base';
import { documentOf, sendDocument } from '@trust/service-kit/document';
import { unavailable } from '@trust/service-kit/problems/problem';
import { isUuid } from '@trust/service-kit/uuid';
import express, { type Request, type Response, Router } from 'express';
import type { PublicApi } from '../../api/public-api.ts';
import { readForPage } from '../../api/read-for-page.ts';
import { queryParameter, readerOf } from '../../page/layout.ts';
import { sendPage } from '../../page/send.ts';
import { ProviderOfPage } from './provider-data.ts';
import { CardsOfPage, providerPage } from './provider-page.ts';
import { ReviewsOfPage } from './review-section.ts';
import { type Answer, Verification, verifyPage } from './verify-page.ts';

/** The body of a form is longer than its token: it is percent-encoded. */
const formText = express.text({ type: () => true, limit: 102_400 });

/** Pages for customers. */
export function verifyPages(api: PublicApi): Router {
  const script = documentOf('text/javascript', readFileSync(new URL('./verify.js', import.meta.url), 'utf8'));
  const router = Router();
  router.get('/assets/verify.js', (request, response) => sendDocument(request, response, script));
  router.get('/verify', async (request, response) => {
    const [claim, token] = [queryParameter(request, 'claim'), queryParameter(request, 'token')];
    const given = claim ?? token;
    const parameters = { ...(claim && { claim }), ...(token && { token }) };
    const answer = given ? await ask(api, given, request, response) : undefined;
    sendPage(request, response, verifyPage(answer, readerOf(request), parameters), 'no-store');
  });
  router.post('/verify', formText, async (request, response) => {
    const given = new URLSearchParams(String(request.body ?? '')).get('claim') ?? '';
    const answer = await ask(api, given, request, response);
    sendPage(request, response, verifyPage(answer, readerOf(request)), 'no-store');
  });
  return router;
}

export function providerPages(api: PublicApi): Router {
  const router = Router();
  router.get('/p/:publicProviderId', async (request, response) => {
    const reader = readerOf(request);
    const path = `/public/providers/${encodeURIComponent(request.params.publicProviderId)}`;
    const read = readForPage(api, request, reader.language);
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

async function ask(api: PublicApi, given: string, request: Request, response: Response): Promise<Answer> {
  const { status, body } = await api.post(request, `${apiBase}/public/claims/verify`, contentOf(given));
  if (status === 200) return Verification.parse(body);
  if (status === 429) {
    response.status(429).set('Retry-After', '60');
    return 'busy';
  }
  if (status >= 500) throw unavailable({ upstream: 'gateway', reason: String(status) });
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
