import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Language, languages, type Text } from '@trust/contracts/values/text';
import { type Html, html, script, stylesheet } from '@trust/html/html';
import { languageOf } from '@trust/service-kit/http/problem-handler';
import type { Request } from 'express';

const css = ['style.css', 'reference.css', 'traces.css', 'claims.css', 'search.css']
  .map((file) => readFileSync(new URL(`./${file}`, import.meta.url), 'utf8'))
  .join('');
const style = stylesheet(css);
const styleHash = createHash('sha256').update(css).digest('base64');

type Needs = Pick<Page, 'hasCopyButtons' | 'hasForm' | 'hasImages' | 'readsFragment'>;

/** Allows the stylesheet by its hash and our scripts, form and images; blocks everything else. */
export function contentSecurityPolicy({ hasCopyButtons, hasForm, hasImages, readsFragment }: Needs): string {
  return [
    "default-src 'none'",
    ...(hasCopyButtons || readsFragment ? ["script-src 'self'"] : []),
    `style-src 'sha256-${styleHash}'`,
    `img-src data:${hasImages ? " 'self'" : ''}`,
    "base-uri 'none'",
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

const texts = {
  skip: { en: 'Skip to content', fr: 'Aller au contenu' },
  sections: { en: 'Sections', fr: 'Rubriques' },
  languages: { en: 'Languages', fr: 'Langues' },
} satisfies Record<string, Text>;
const sections: { path: string; label: Text }[] = [
  { path: '/search', label: { en: 'Find a provider', fr: 'Trouver un prestataire' } },
  { path: '/docs', label: { en: 'Reference', fr: 'Référence' } },
  { path: '/events', label: { en: 'Events', fr: 'Événements' } },
  { path: '/problems', label: { en: 'Problems', fr: 'Problèmes' } },
];
const languageNames: Record<Language, string> = { en: 'English', fr: 'Français' };

/** `query` keeps a language that was chosen by `?lang=` in the links of a page. */
export type Reader = { language: Language; query: string };
export type Page = {
  title: string;
  reader: Reader;
  path: string;
  body: Html;
  hasCopyButtons?: true;
  hasForm?: true;
  hasImages?: true;
  /** Verifies a token after `#`, which never reaches a log. */
  readsFragment?: true;
  /** Customers see no links to the documentation of the API. */
  isForCustomers?: true;
  /** Parameters that a change of the language keeps. */
  parameters?: PageParameters;
};

/** Reads the query. `new URL` would throw for a target such as `http://host:99999/`, which Node accepts. */
export function queryParameter({ originalUrl }: Request, name: string): string | null {
  const query = /\?(.*)/s.exec(originalUrl)?.[1];
  return new URLSearchParams(query).get(name);
}

export function readerOf(request: Request): Reader {
  const chosen = queryParameter(request, 'lang');
  const language = languages.find((one) => one === chosen);
  return { language: language ?? languageOf(request), query: language ? `?lang=${language}` : '' };
}

/** The texts of a page in the language of its reader. */
export function translate<Key extends string>(
  texts: Record<Key, Text>,
  { language }: Pick<Reader, 'language'>,
): (key: Key) => string {
  return (key) => texts[key][language];
}

/** A link that keeps a chosen language. Parameters without a value are left out. */
/** Pairs where a name is repeated. */
export type PageParameters = Record<string, string> | [name: string, value: string][];

export function pageUrl(path: string, { language, query }: Reader, parameters: PageParameters = {}): string {
  const search = new URLSearchParams([...new URLSearchParams(parameters)].filter(([, value]) => value !== ''));
  if (query !== '') search.append('lang', language);
  return search.size > 0 ? `${path}?${search}` : path;
}

/** From an item to the page that lists all. */
export function listLink(path: string, label: string, reader: Reader): Html {
  return html`<p><a href="${pageUrl(path, reader)}">${label}</a></p>`;
}

export function table(columns: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="table">
<table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table>
</div>`;
}

export function siteLinks({ language, query }: Reader, path: string): Html {
  const current = (section: string) => (path === section || path.startsWith(`${section}/`) ? 'page' : 'false');
  return html`${sections.map(({ path: target, label }) => html`<a href="${target + query}" aria-current="${current(target)}">${label[language]}</a>\n`)}`;
}

export function brandLink({ query }: Reader): Html {
  return html`<a class="brand" href="/${query}">Provider Trust Platform</a>`;
}

export function page(content: Page): string {
  const { title, reader, path, body, hasCopyButtons, readsFragment, isForCustomers, parameters = {} } = content;
  const { language } = reader;
  const inLanguage = (lang: Language) =>
    `?${new URLSearchParams([...new URLSearchParams(parameters), ['lang', lang]])}`;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Provider Trust Platform</title>
<link rel="icon" href="data:,">
${style}${hasCopyButtons && script('/assets/copy.js')}${readsFragment && script('/assets/verify.js')}
</head>
<body>
<a class="skip" href="#content">${texts.skip[language]}</a>
<header>
${brandLink(reader)}
${
  !isForCustomers &&
  html`<nav aria-label="${texts.sections[language]}">
${siteLinks(reader, path)}</nav>`
}
<nav class="languages" aria-label="${texts.languages[language]}">
${languages.map((one) => html`<a href="${inLanguage(one)}" lang="${one}" hreflang="${one}" aria-current="${String(one === language)}">${languageNames[one]}</a>\n`)}
</nav>
</header>
<main id="content">
${body}
</main>
</body>
</html>
`.markup;
}
