import { createHash } from 'node:crypto';
import type { Language } from '@trust/contracts/values/text';
import { type Html, html, stylesheet } from '@trust/html/html';

const css = `
body { font: 1rem/1.5 system-ui, "Noto Sans", sans-serif; max-width: 45rem; margin: 2rem auto; padding: 0 1rem; color: #1c2128; background: #fff; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; } h3 { font-size: 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1.5rem; } dt { color: #57606a; } dd { margin: 0; overflow-wrap: anywhere; }
section { border-top: 1px solid #d8dce2; } footer { margin-top: 2rem; color: #57606a; font-size: 0.875rem; }
@media (max-width: 30rem) { dl { display: block; } dd { margin-bottom: 0.75rem; } }
@media print { body { margin: 0; max-width: none; font-size: 11pt; } section, dl { break-inside: avoid; } @page { margin: 2cm; } }
`;

/** No script, no outside resource: the page can be kept and printed as it is. */
export const pageHeaders = {
  Vary: 'Accept',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

const style = stylesheet(css);

export type Reader = { language: Language; timeZone: string };

export function page(title: string, { language }: Reader, body: Html): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Provider Trust Platform</title>
<link rel="icon" href="data:,">
${style}
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.markup;
}

export function terms(entries: readonly (readonly [string, Html | string | undefined])[]): Html {
  return html`<dl>
${entries.map(([term, value]) => value !== undefined && html`<dt>${term}</dt><dd>${value}</dd>\n`)}</dl>`;
}

export function list(items: readonly string[]): Html {
  return html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}

/** Date and time in the zone of the business calendar, which is named. */
export function dateTime(instant: string, { language, timeZone }: Reader): string {
  const format = new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone,
  });
  return format.format(new Date(instant));
}
