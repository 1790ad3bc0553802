import type { Language, Text } from '@trust/contracts/values/text';
import { html } from '@trust/html/html';
import { asProblem } from '@trust/service-kit/http/as-problem';
import { languageOf } from '@trust/service-kit/http/problem-handler';
import { restoreText } from '@trust/service-kit/unfinished-restore';
import type { ErrorRequestHandler } from 'express';
import { prefersPage } from './page-addresses.ts';

type PageText = { title: Text; text: Text };

const unavailable: PageText = {
  title: { en: 'Not available at the moment', fr: 'Indisponible pour le moment' },
  text: {
    en: 'This page cannot be shown at the moment. Load it again in a few seconds.',
    fr: 'Cette page ne peut pas être affichée pour le moment. Rechargez-la dans quelques secondes.',
  },
};
const beingRestored: PageText = { title: unavailable.title, text: restoreText };
const texts: Record<number, PageText> = {
  401: {
    title: { en: 'Sign-in required', fr: 'Connexion requise' },
    text: {
      en: 'This platform shows its pages to people who have signed in. Sign in, then open this page again.',
      fr: 'Cette plateforme montre ses pages aux personnes connectées. Connectez-vous, puis ouvrez de nouveau cette page.',
    },
  },
  404: {
    title: { en: 'No such page', fr: 'Cette page n’existe pas' },
    text: { en: 'The address is wrong. Check it.', fr: 'L’adresse est incorrecte. Vérifiez-la.' },
  },
  429: {
    title: { en: 'Too many requests', fr: 'Trop de requêtes' },
    text: {
      en: 'Too many requests came from your network. Wait a minute, then load this page again.',
      fr: 'Trop de requêtes sont venues de votre réseau. Attendez une minute, puis rechargez cette page.',
    },
  },
};
const home: Text = { en: 'Start page', fr: 'Page d’accueil' };

/** Browsers get a page from the edge itself, because the website may be away. Programs get the problem. */
export function problemPages(): ErrorRequestHandler {
  return (error, request, response, next) => {
    const problem = asProblem(error);
    if (!problem || response.headersSent || !prefersPage(request)) return next(error);
    const { status, title, detail, extras, slug } = problem;
    const { retryAfter = status === 503 ? 1 : undefined, headers = {} } = extras;
    const language = languageOf(request);
    const known =
      detail === restoreText
        ? beingRestored
        : status === 503
          ? unavailable
          : (texts[status] ?? { title, text: detail });
    response.locals.slug = slug;
    response
      .status(status)
      .set({
        ...headers,
        ...(retryAfter && { 'Retry-After': String(retryAfter) }),
        'Cache-Control': 'no-store',
        'Content-Language': language,
        'Content-Type': 'text/html; charset=utf-8',
      })
      .vary('Accept')
      .vary('Accept-Language')
      .end(plainPage(known, language));
  };
}

function plainPage({ title, text }: PageText, language: Language): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title[language]} · Provider Trust Platform</title>
<link rel="icon" href="data:,">
</head>
<body>
<main>
<h1>${title[language]}</h1>
<p>${text[language]}</p>
<p><a href="/">${home[language]}</a></p>
</main>
</body>
</html>
`.markup;
}
