import type { Retry } from '@trust/contracts/problems/kind';
import type { Text } from '@trust/contracts/values/text';
import { type Html, html, prose } from '@trust/html/html';
import { listLink, type Page, type Reader, translate } from '../../page/layout.ts';
import type { ProblemEntry } from './problem-entry.ts';

const texts = {
  all: { en: 'All problems', fr: 'Tous les problèmes' },
  when: { en: 'What happened', fr: 'Ce qui s’est passé' },
  remedy: { en: 'What to do', fr: 'Que faire' },
  retry: { en: 'Retry', fr: 'Nouvelle tentative' },
  codes: { en: 'Codes in `errors`', fr: 'Codes dans `errors`' },
  example: { en: 'Example', fr: 'Exemple' },
  operations: { en: 'Operations that can return it', fr: 'Opérations concernées' },
  undeclared: {
    en: 'No operation declares it. The gateway can return it for any request.',
    fr: 'Aucune opération ne le déclare. La passerelle peut le renvoyer pour toute requête.',
  },
} satisfies Record<string, Text>;

const retries: Record<Retry, { tone: string; text: Text }> = {
  same: {
    tone: 'good',
    text: {
      en: 'The same request can succeed on a retry.',
      fr: 'La même requête peut aboutir si vous la renvoyez.',
    },
  },
  later: {
    tone: 'good',
    text: {
      en: 'Retry the same request after the time in `Retry-After`.',
      fr: 'Renvoyez la même requête après le délai indiqué dans `Retry-After`.',
    },
  },
  changed: {
    tone: 'warn',
    text: {
      en: 'Retry only after the request or the state has changed.',
      fr: 'Réessayez seulement après avoir modifié la requête ou l’état concerné.',
    },
  },
  never: {
    tone: 'bad',
    text: {
      en: 'Do not retry: the same request gets the same response.',
      fr: 'Inutile de réessayer : la même requête reçoit la même réponse.',
    },
  },
};

export function problemPage(entry: ProblemEntry, reader: Reader): Page {
  const t = translate(texts, reader);
  const retry = retries[entry.retry];
  const body = html`${listLink('/problems', t('all'), reader)}
<h1>${entry.title}</h1>
<p><span class="badge">${entry.status}</span> <code>${entry.slug}</code></p>
<h2>${t('when')}</h2>
<p>${prose(entry.when)}</p>
<h2>${t('remedy')}</h2>
<p>${prose(entry.remedy)}</p>
<h2>${t('retry')}</h2>
<p class="${retry.tone}">${prose(retry.text[reader.language])}</p>
${codes(entry, reader)}
<h2>${t('example')}</h2>
<pre tabindex="0"><code>${JSON.stringify(entry.example, null, 2)}</code></pre>
<h2>${t('operations')}</h2>
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

/** A longer list would say nothing of the problem. */
const mostNamed = 12;
const many = {
  en: (count: number, reference: string) =>
    html`${count} operations. <a href="${reference}">The reference</a> lists the problems of each.`,
  fr: (count: number, reference: string) =>
    html`${count} opérations. <a href="${reference}">La référence</a> indique les problèmes de chacune.`,
};

function operations(entry: ProblemEntry, { language, query }: Reader): Html {
  if (entry.operations.length === 0) return html`<p>${texts.undeclared[language]}</p>`;
  if (entry.operations.length > mostNamed)
    return html`<p>${many[language](entry.operations.length, `/docs${query}`)}</p>`;
  const items = entry.operations.map(
    ({ operationId, method, path, summary }) =>
      html`<li><a href="${`/docs${query}#${operationId}`}"><code>${method} ${path}</code></a> ${summary}</li>
`,
  );
  return html`<ul>
${items}
</ul>`;
}
