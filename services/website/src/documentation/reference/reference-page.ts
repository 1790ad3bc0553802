import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { html, moduleScript, prose, stylesheet } from '@trust/html/html';
import type { ContractDocument } from '@trust/openapi/contract-document';
import type { RequestHandler } from 'express';
import type { LiveDocument } from '../../api/live-document.ts';
import { brandLink, type Reader, readerOf, siteLinks } from '../../page/layout.ts';
import { slugOf } from '../../page/markdown.ts';
import { type ClientPackage, installLine } from './client-package.ts';
import { linkOf, operationsOf } from './reference-contract.ts';

const style = stylesheet(readFileSync(new URL('./reference.css', import.meta.url), 'utf8'));

/** `unsafe-inline` styles: Scalar sets style attributes. */
function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

type Source = { publicUrl: string; client: ClientPackage };

/** Renders a plain list of operations for browsers without JavaScript. */
export function sendReference(openapi: LiveDocument<ContractDocument>, source: Source): RequestHandler {
  return async (request, response) => {
    const contract = await openapi(request);
    const nonce = randomBytes(16).toString('base64');
    response
      .set({
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Language': 'en',
        'Content-Security-Policy': policyOf(nonce),
        'Cache-Control': 'no-store',
      })
      .end(page(contract, readerOf(request), nonce, source));
  };
}

function page(contract: ContractDocument, reader: Reader, nonce: string, source: Source): string {
  const client = source.client();
  const operations = operationsOf(contract);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API reference · Provider Trust Platform</title>
<link rel="icon" href="data:,">
${style}${moduleScript('/assets/reference.js', nonce)}
</head>
<body>
<nav class="site" aria-label="Sections">
${brandLink(reader)}
${siteLinks(reader, '/docs')}</nav>
<div id="reference">
<main class="before" id="content">
<h1>API reference</h1>
<p>Version ${contract.info.version}, ${operations.length} operations. Machine-readable: <a href="/api/v1/openapi.json">openapi.json</a>. Requests for <a href="https://www.usebruno.com">Bruno</a>: <a href="/docs/bruno.zip">bruno.zip</a>. The details of each operation require JavaScript.</p>
${client && html`<p>TypeScript client (<a href="${`/docs/${client}`}">tarball</a>):</p>\n<pre><code>${installLine(source.publicUrl, client)}</code></pre>\n`}
${contract.tags.map(
  ({ name, description }) => html`<section>
<h2 id="${`tag/${slugOf(name)}`}">${name}</h2>
<p>${prose(description)}</p>
<ul>
${operations
  .filter(({ tags }) => tags[0] === name)
  .map(
    (operation) =>
      html`<li><a href="${`#${linkOf(operation)}`}">${operation.summary}</a> <code>${operation.operationId}</code></li>\n`,
  )}</ul>
</section>
`,
)}</main>
</div>
</body>
</html>
`.markup;
}
