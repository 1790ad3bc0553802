import type { Text } from '@trust/contracts/values/text';
import { html, prose } from '@trust/html/html';
import { type Page, pageUrl, type Reader, table, translate } from '../../page/layout.ts';
import type { ProblemEntry } from './problem-entry.ts';

const texts = {
  title: { en: 'Problems', fr: 'Problèmes' },
  lead: {
    en: 'Every error response is `application/problem+json` (RFC 9457) with one of these types. There are no others.',
    fr: 'Toute réponse d’erreur est en `application/problem+json` (RFC 9457) avec l’un de ces types. La liste est exhaustive.',
  },
  unknown: {
    en: 'There is no problem with this name. These are all of them.',
    fr: 'Aucun problème ne porte ce nom. Les voici tous.',
  },
  status: { en: 'Status', fr: 'Statut' },
  problem: { en: 'Problem', fr: 'Problème' },
  when: { en: 'What happened', fr: 'Ce qui s’est passé' },
} satisfies Record<string, Text>;

/** `unknown` is a requested name that does not exist. */
export function problemListPage(entries: readonly ProblemEntry[], reader: Reader, unknown?: string): Page {
  const t = translate(texts, reader);
  const ordered = entries.toSorted((a, b) => a.status - b.status);
  const rows = ordered.map(
    ({ slug, status, title, when }) => html`<tr>
<td>${status}</td>
<th scope="row"><a href="${pageUrl(`/problems/${slug}`, reader)}">${title}</a><br><code>${slug}</code></th>
<td>${prose(when)}</td>
</tr>
`,
  );
  const body = html`<h1>${t('title')}</h1>
${unknown !== undefined && html`<p><strong><code>${unknown}</code></strong>: ${t('unknown')}</p>`}
<p class="lead">${prose(t('lead'))}</p>
${table([t('status'), t('problem'), t('when')], rows)}`;
  return { title: t('title'), reader, path: '/problems', body };
}
