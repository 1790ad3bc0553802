import type { Text } from '@trust/contracts/values/text';
import { html } from '@trust/html/html';
import { asProblem } from '@trust/service-kit/http/as-problem';
import type { Log } from '@trust/service-kit/observability/log';
import { Problem } from '@trust/service-kit/problems/problem';
import type { ErrorRequestHandler } from 'express';
import { type Page, pageUrl, type Reader, readerOf, translate } from './layout.ts';
import { sendPage, wantsPage } from './send.ts';

type ErrorText = { title: Text; text: Text };

const errors: Record<number, ErrorText> = {
  400: {
    title: { en: 'This search is not possible', fr: 'Cette recherche n’est pas possible' },
    text: {
      en: 'A value in the address of this page is not allowed, or a list changed since its first page. Start a new search.',
      fr: 'Une valeur dans l’adresse de cette page n’est pas admise, ou une liste a changé depuis sa première page. Lancez une nouvelle recherche.',
    },
  },
  404: {
    title: { en: 'No such page', fr: 'Cette page n’existe pas' },
    text: {
      en: 'The address is wrong, or the provider is not published. Check the address or start a search.',
      fr: 'L’adresse est incorrecte, ou le prestataire n’est pas publié. Vérifiez l’adresse ou lancez une recherche.',
    },
  },
  429: {
    title: { en: 'Too many requests', fr: 'Trop de requêtes' },
    text: {
      en: 'Too many requests came from your network. Wait a minute, then load this page again.',
      fr: 'Trop de requêtes sont venues de votre réseau. Attendez une minute, puis rechargez cette page.',
    },
  },
  500: {
    title: { en: 'This page failed', fr: 'Cette page a échoué' },
    text: {
      en: 'The mistake is ours and has been recorded. Load this page again, or start a search.',
      fr: 'L’erreur vient de nous et a été enregistrée. Rechargez cette page, ou lancez une recherche.',
    },
  },
  503: {
    title: { en: 'Not available at the moment', fr: 'Indisponible pour le moment' },
    text: {
      en: 'A part of the platform does not respond. Load this page again in a few seconds.',
      fr: 'Une partie de la plateforme ne répond pas. Rechargez cette page dans quelques secondes.',
    },
  },
};
const texts = {
  search: { en: 'Search for a provider', fr: 'Rechercher un prestataire' },
  verify: { en: 'Verify a claim', fr: 'Vérifier une attestation' },
} satisfies Record<string, Text>;

function errorPage(status: number, reader: Reader): Page {
  const { title, text } = errors[status] ?? (errors[503] as ErrorText);
  const t = translate(texts, reader);
  const body = html`<h1>${title[reader.language]}</h1>
<p class="lead">${text[reader.language]}</p>
<p><a href="${pageUrl('/search', reader)}">${t('search')}</a> · <a href="${pageUrl('/verify', reader)}">${t('verify')}</a></p>`;
  return { title: title[reader.language], reader, path: '/search', body, isForCustomers: true };
}

/** Browsers get a page, programs the problem. */
export function errorPages(log: Log): ErrorRequestHandler {
  return (error, request, response, next) => {
    if (response.headersSent || !wantsPage(request)) return next(error);
    // Express refuses the body; the gateway has refused it before.
    if (error instanceof Error && 'type' in error) return next(error);
    const problem = asProblem(error) ?? new Problem('internal');
    const { slug, status } = problem;
    if (slug === 'internal') log.error({ err: error, requestId: response.locals.requestId }, 'Request failed');
    const { retryAfter = status === 503 ? 1 : undefined } = problem.extras;
    response.locals.slug = slug;
    response.status(status).set(retryAfter ? { 'Retry-After': String(retryAfter) } : {});
    sendPage(request, response, errorPage(status, readerOf(request)), 'no-store');
  };
}
