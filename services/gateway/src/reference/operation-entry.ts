import { type ProblemSlug, problemCatalogue } from '@trust/contracts/problem';
import type { Content, ContractDocument, ContractOperation, ContractResponse } from '../contract/contract-document.ts';
import { jsonBlock } from '../pages/example-block.ts';
import { type Html, html, prose } from '../pages/html.ts';
import type { Reader } from '../pages/layout.ts';
import { conditions } from './conditions.ts';
import { typeOf } from './schema-fields.ts';

export type Shown = { contract: ContractDocument; reader: Reader; publicUrl: string };
export type Entry = { method: string; path: string; operation: ContractOperation };

/** One operation, by its id. */
export function operationEntry(entry: Entry, shown: Shown): Html {
  const { method, operation } = entry;
  const { operationId, summary, description } = operation;
  return html`<article id="${operationId}">
<h3><a class="self" href="${`#${operationId}`}">${summary}</a></h3>
<p class="call"><span class="method ${method}">${method.toUpperCase()}</span> <code>${entry.path}</code></p>
${description && html`<p>${prose(description)}</p>`}
${conditions(operation, shown.contract)}
${parameters(operation)}
${operation.requestBody && html`<h4>Body</h4>${body(operation.requestBody.content)}`}
${Object.entries(operation.responses)
  .filter(([status]) => status < '400')
  .map(([status, response]) => success(status, response))}
${problems(operation, shown.reader)}
<h4>curl</h4>
<pre class="copy" tabindex="0"><code>${operation['x-codeSamples']?.[0]?.source.replace('$BASE_URL', shown.publicUrl)}</code></pre>
</article>
`;
}

function parameters({ parameters: all = [] }: ContractOperation): Html | undefined {
  if (all.length === 0) return undefined;
  return html`<h4>Parameters</h4>
<div class="table"><table>
<thead><tr><th scope="col">Name</th><th scope="col">What it holds</th><th scope="col">Example</th></tr></thead>
<tbody>
${all.map(
  (
    parameter,
  ) => html`<tr><th scope="row"><code>${parameter.name}</code> <span class="quiet">${parameter.in}${!parameter.required && ', optional'}</span></th>
<td>${typeOf(parameter.schema)}${parameter.description && html`<br>${prose(parameter.description)}`}</td>
<td><code>${String(parameter.example)}</code></td></tr>
`,
)}</tbody>
</table></div>`;
}

function body(content: Content): Html {
  return html`${Object.entries(content).map(
    ([
      mediaType,
      { schema, example },
    ]) => html`<p><code>${mediaType}</code> ${mediaType === 'application/json' && typeOf(schema)}</p>
${example !== undefined && jsonBlock(example)}`,
  )}`;
}

function success(status: string, { description, headers = {}, content }: ContractResponse): Html {
  const names = Object.keys(headers).filter((name) => name !== 'X-Request-Id');
  return html`<h4>${status} <span class="quiet">${description}</span></h4>
${names.length > 0 && html`<p class="quiet">Headers: ${names.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)}</p>`}
${content && body(content)}`;
}

function problems({ responses }: ContractOperation, { query }: Reader): Html {
  const refused = Object.entries(responses).flatMap(([status, response]) =>
    (response['x-problems'] ?? []).map((slug) => ({ status, slug })),
  );
  return html`<h4>Problems</h4>
<ul class="problems">
${refused.map(
  ({ status, slug }) =>
    html`<li>${status} <a href="${`/problems/${slug}${query}`}" title="${problemCatalogue[slug as ProblemSlug]?.title.en}">${slug}</a></li>
`,
)}</ul>`;
}
