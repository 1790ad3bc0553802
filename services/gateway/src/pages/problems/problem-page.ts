import type { Retry } from '@trust/contracts/problems/kind';
import type { Text } from '@trust/contracts/text';
import { type Html, html, prose } from '../html.ts';
import type { Page, Reader } from '../layout.ts';
import type { ProblemEntry } from './problem-entry.ts';

const texts = {
  all: { en: 'All problems', fr: 'Tous les problèmes' },
  when: { en: 'When it occurs', fr: 'Quand il survient' },
  mend: { en: 'What to do', fr: 'Que faire' },
  retry: { en: 'Trying again', fr: 'Réessayer' },
  codes: { en: 'Codes in `errors`', fr: 'Codes dans `errors`' },
  example: { en: 'Example', fr: 'Exemple' },
  operations: { en: 'Operations that can answer with it', fr: 'Opérations qui peuvent y répondre' },
  nowhere: {
    en: 'No operation of the present contract declares it; the gateway can answer with it.',
    fr: 'Aucune opération du contrat actuel ne le déclare ; la passerelle peut y répondre.',
  },
} satisfies Record<string, Text>;

const retries: Record<Retry, { tone: string; text: Text }> = {
  same: {
    tone: 'good',
    text: {
      en: 'The same request may pass if it is sent again.',
      fr: 'La même requête peut aboutir si elle est renvoyée.',
    },
  },
  later: {
    tone: 'good',
    text: {
      en: 'The same request, after as many seconds as `Retry-After` says.',
      fr: 'La même requête, après le nombre de secondes indiqué par `Retry-After`.',
    },
  },
  changed: {
    tone: 'warn',
    text: {
      en: 'Only once the request, or what stands in its way, has changed.',
      fr: 'Seulement une fois que la requête, ou ce qui lui fait obstacle, a changé.',
    },
  },
  never: {
    tone: 'bad',
    text: { en: 'No: the same request will be answered alike.', fr: 'Non : la même requête recevra la même réponse.' },
  },
};

export function problemPage(entry: ProblemEntry, reader: Reader): Page {
  const { language, query } = reader;
  const retry = retries[entry.retry];
  const body = html`<p><a href="${`/problems${query}`}">${texts.all[language]}</a></p>
<h1>${entry.title}</h1>
<p><span class="badge">${entry.status}</span> <code>${entry.slug}</code></p>
<h2>${texts.when[language]}</h2>
<p>${prose(entry.when)}</p>
<h2>${texts.mend[language]}</h2>
<p>${prose(entry.mend)}</p>
<h2>${texts.retry[language]}</h2>
<p class="${retry.tone}">${prose(retry.text[language])}</p>
${codes(entry, reader)}
<h2>${texts.example[language]}</h2>
<pre tabindex="0"><code>${JSON.stringify(entry.example, null, 2)}</code></pre>
<h2>${texts.operations[language]}</h2>
${operations(entry, reader)}`;
  return { title: entry.title, reader, path: `/problems/${entry.slug}`, body };
}

function codes(entry: ProblemEntry, { language }: Reader): Html | false {
  if (entry.codes.length === 0) return false;
  const items = entry.codes.map(
    ({ code, text }) => html`<dt id="${code}"><code>${code}</code></dt>
<dd>${prose(text)}</dd>
`,
  );
  return html`<h2>${prose(texts.codes[language])}</h2>
<dl>
${items}
</dl>`;
}

function operations(entry: ProblemEntry, { language, query }: Reader): Html {
  if (entry.operations.length === 0) return html`<p>${texts.nowhere[language]}</p>`;
  const items = entry.operations.map(
    ({ operationId, method, path, summary }) =>
      html`<li><a href="${`/docs${query}#${operationId}`}"><code>${method} ${path}</code></a> ${summary}</li>
`,
  );
  return html`<ul>
${items}
</ul>`;
}
