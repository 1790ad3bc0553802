import { apiBase } from '@trust/contracts/api-base';
import type { ContractDocument } from '../contract/contract-document.ts';
import { type Html, html, prose } from '../pages/html.ts';
import type { Page, Reader } from '../pages/layout.ts';
import { headingsOf, markdown, slugOf } from '../pages/markdown.ts';
import { type Entry, operationEntry, type Shown } from './operation-entry.ts';
import { schemaFields } from './schema-fields.ts';

/** The whole reference of the API on one page: for the browser's own search, for printing, and for links that stay. */
export function referencePage(contract: ContractDocument, reader: Reader, publicUrl: string): Page {
  const entries: Entry[] = Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
  const areas = contract.tags.map(({ name, description }) => ({
    name,
    description,
    entries: mostSharedPrefixFirst(entries.filter(({ operation }) => operation.tags[0] === name)),
  }));
  const shown: Shown = { contract, reader, publicUrl };
  const introduction = contract.info.description.replaceAll('http://127.0.0.1:8080', publicUrl);
  const body = html`<div class="reference" lang="en">
<nav class="contents" aria-label="Contents">
<ul>
${headingsOf(introduction).map((title) => html`<li><a href="${`#${slugOf(title)}`}">${title}</a></li>\n`)}</ul>
<ul>
${areas.map(({ name, entries: own }) => html`<li><a href="${`#${slugOf(name)}`}">${name}</a>${operationList(own)}</li>\n`)}<li><a href="#schemas">Schemas</a></li>
</ul>
</nav>
<div>
<h1>API reference</h1>
<p class="quiet">Version ${contract.info.version}, ${entries.length} operations. For programs: <a href="/api/v1/openapi.json">openapi.json</a>.</p>
${markdown(introduction)}
${areas.map((area) => areaSection(area, shown))}
${schemaSection(contract)}
</div>
</div>`;
  return { title: 'API reference', reader, path: '/docs', body, copying: true };
}

/** What an area is mainly about comes before what only belongs to it: uploading parts after the workspace. */
function mostSharedPrefixFirst(entries: Entry[]): Entry[] {
  const prefix = ({ path }: Entry) => path.replace(apiBase, '').split('/')[1] ?? '';
  const sharing = (entry: Entry) => entries.filter((other) => prefix(other) === prefix(entry)).length;
  return entries.toSorted((a, b) => sharing(b) - sharing(a));
}

function operationList(entries: Entry[]): Html {
  return html`<ul>
${entries.map(({ operation }) => html`<li><a href="${`#${operation.operationId}`}">${operation.summary}</a></li>\n`)}</ul>`;
}

type Area = { name: string; description: string; entries: Entry[] };

function areaSection({ name, description, entries }: Area, shown: Shown): Html {
  return html`<section>
<h2 id="${slugOf(name)}"><a class="self" href="${`#${slugOf(name)}`}">${name}</a></h2>
<p>${prose(description)}</p>
<div class="table"><table><tbody>
${entries.map(
  (entry) => html`<tr><td><span class="method ${entry.method}">${entry.method.toUpperCase()}</span></td>
<td><a href="${`#${entry.operation.operationId}`}"><code>${entry.path}</code></a></td><td>${entry.operation.summary}</td></tr>
`,
)}</tbody></table></div>
${entries.map((entry) => operationEntry(entry, shown))}
</section>
`;
}

function schemaSection({ components }: ContractDocument): Html {
  return html`<section>
<h2 id="schemas"><a class="self" href="#schemas">Schemas</a></h2>
${Object.entries(components.schemas).map(
  ([name, schema]) => html`<article id="${`schema-${name}`}">
<h3><a class="self" href="${`#schema-${name}`}">${name}</a></h3>
${schemaFields(schema)}
</article>
`,
)}</section>`;
}
