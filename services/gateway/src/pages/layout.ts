import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Language, languages, type Text } from '@trust/contracts/text';
import { type Html, html, script, stylesheet } from '@trust/html/html';
import { languageOf } from '@trust/service-kit/http/problem-handler';
import type { Request } from 'express';

const css = ['style.css', 'reference.css', 'traces.css']
  .map((file) => readFileSync(new URL(`./${file}`, import.meta.url), 'utf8'))
  .join('');
const style = stylesheet(css);
const styleHash = createHash('sha256').update(css).digest('base64');

/** Allows the stylesheet by its hash and our one script and form; blocks everything else. */
export function contentSecurityPolicy({ hasCopyButtons, hasForm }: Pick<Page, 'hasCopyButtons' | 'hasForm'>): string {
  return [
    "default-src 'none'",
    ...(hasCopyButtons ? ["script-src 'self'"] : []),
    `style-src 'sha256-${styleHash}'`,
    'img-src data:',
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
  { path: '/docs', label: { en: 'Reference', fr: 'Référence' } },
  { path: '/events', label: { en: 'Events', fr: 'Événements' } },
  { path: '/problems', label: { en: 'Problems', fr: 'Problèmes' } },
];
const languageNames: Record<Language, string> = { en: 'English', fr: 'Français' };

/** `query` keeps a language that was chosen by `?lang=` in the links of a page. */
export type Reader = { language: Language; query: string };
export type Page = { title: string; reader: Reader; path: string; body: Html; hasCopyButtons?: true; hasForm?: true };

/** Of the query. `new URL` would throw for a target such as `http://host:99999/`, which Node accepts. */
export function queryParameter({ originalUrl }: Request, name: string): string | null {
  const query = /\?(.*)/s.exec(originalUrl)?.[1];
  return new URLSearchParams(query).get(name);
}

export function readerOf(request: Request): Reader {
  const chosen = queryParameter(request, 'lang');
  const language = languages.find((one) => one === chosen);
  return { language: language ?? languageOf(request), query: language ? `?lang=${language}` : '' };
}

export function siteLinks({ language, query }: Reader, path: string): Html {
  const current = (section: string) => (path === section || path.startsWith(`${section}/`) ? 'page' : 'false');
  return html`${sections.map(({ path: target, label }) => html`<a href="${target + query}" aria-current="${current(target)}">${label[language]}</a>\n`)}`;
}

export function brandLink({ query }: Reader): Html {
  return html`<a class="brand" href="/${query}">Provider Trust Platform</a>`;
}

export function page({ title, reader, path, body, hasCopyButtons }: Page): string {
  const { language } = reader;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Provider Trust Platform</title>
<link rel="icon" href="data:,">
${style}${hasCopyButtons && script('/assets/copy.js')}
</head>
<body>
<a class="skip" href="#content">${texts.skip[language]}</a>
<header>
${brandLink(reader)}
<nav aria-label="${texts.sections[language]}">
${siteLinks(reader, path)}</nav>
<nav class="languages" aria-label="${texts.languages[language]}">
${languages.map((one) => html`<a href="?lang=${one}" lang="${one}" hreflang="${one}" aria-current="${String(one === language)}">${languageNames[one]}</a>\n`)}
</nav>
</header>
<main id="content">
${body}
</main>
</body>
</html>
`.markup;
}
