import { readFileSync } from 'node:fs';
import { apiBase } from '@trust/contracts/api-base';
import { unavailable } from '@trust/service-kit/http/problem';
import { type Request, type Response, Router } from 'express';
import { readBody } from '../../proxy/request-body.ts';
import { requestTimeout } from '../../proxy/request-timeout.ts';
import type { Upstream } from '../../proxy/upstream.ts';
import { documentOf, sendDocument } from '../document.ts';
import { queryParameter, readerOf } from '../layout.ts';
import { sendPage } from '../send.ts';
import { CardsOfPage, ProviderOfPage, providerPage } from './provider-page.ts';
import { type Answer, Verification, verifyPage } from './verify-page.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The body of a form is longer than its token: it is percent-encoded. */
const maxFormBytes = 102_400;

type Provider = Pick<Upstream, 'get' | 'post'>;

/** Pages for customers. `verify` needs no session even if other public reads do (ADR 0030). */
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
    const body = await readBody(request, maxFormBytes, requestTimeout(response.locals.deadline));
    const given = new URLSearchParams(body?.toString() ?? '').get('claim') ?? '';
    const answer = await ask(provider, given, request, response);
    sendPage(request, response, verifyPage(answer, readerOf(request)), 'no-store');
  });
  return router;
}

export function providerPages(provider: Provider): Router {
  const router = Router();
  router.get('/p/:publicProviderId', async (request, response) => {
    const path = `${apiBase}/public/providers/${encodeURIComponent(request.params.publicProviderId)}`;
    const cursor = queryParameter(request, 'cursor');
    const query = new URLSearchParams({ limit: '100', ...(cursor && { cursor }) });
    const headers = headersOf(request, response);
    const [found, cards] = await Promise.all([
      provider.get(path, headers),
      provider.get(`${path}/claims?${query}`, headers),
    ]);
    if (Math.max(found.status, cards.status) >= 500) throw unavailable();
    // The same text for every provider that is not public (promise D2).
    if (found.status !== 200 || cards.status !== 200)
      return void response.status(404).type('text/plain').send('No such page. / Cette page n’existe pas.\n');
    const page = providerPage(ProviderOfPage.parse(found.body), CardsOfPage.parse(cards.body), readerOf(request));
    sendPage(request, response, page);
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
  return uuid.test(meant) ? { claimId: meant } : { token: meant };
}

function headersOf(request: Request, response: Response): Record<string, string> {
  return { 'x-forwarded-for': request.ip ?? '', 'x-request-id': response.locals.requestId };
}
