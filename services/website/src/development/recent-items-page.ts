import type { Text } from '@trust/contracts/values/text';
import { type Html, html } from '@trust/html/html';
import { type Page, pageUrl, type Reader, table, translate } from '../page/layout.ts';

const texts = {
  filter: { en: 'Filter', fr: 'Filtrer' },
  refresh: { en: 'Refresh', fr: 'Actualiser' },
  development: {
    en: 'Only development mode has this page.',
    fr: 'Cette page n’existe qu’en mode développement.',
  },
} satisfies Record<string, Text>;

type RecentItems = {
  path: string;
  title: string;
  lead: string;
  /** Values of the form's fields; an empty one does not filter. */
  filter: Record<string, string>;
  fields: Html;
  /** The link that removes the filter. */
  showAll: string;
  columns: string[];
  rows: Html[];
  /** Shown in place of a table without rows. */
  none: string;
};

/** A page of development mode: a filter and a table of the newest items. */
export function recentItemsPage(items: RecentItems, reader: Reader): Page {
  const { path, title, lead, filter, fields, showAll, columns, rows, none } = items;
  const t = translate(texts, reader);
  const isFiltered = Object.values(filter).some((value) => value !== '');
  const body = html`<h1>${title}</h1>
<p class="lead">${lead} ${t('development')}</p>
<form class="filter" action="${path}">
${fields}
${reader.query !== '' && html`<input type="hidden" name="lang" value="${reader.language}">`}
<button>${t('filter')}</button>
</form>
<p><a href="${pageUrl(path, reader, filter)}">${t('refresh')}</a>${isFiltered && html` · <a href="${pageUrl(path, reader)}">${showAll}</a>`}</p>
${rows.length === 0 ? html`<p>${none}</p>` : table(columns, rows)}`;
  return { title, reader, path, body, hasForm: true };
}
