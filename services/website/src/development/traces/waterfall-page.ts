import type { Text } from '@trust/contracts/values/text';
import { type Html, html } from '@trust/html/html';
import { listLink, type Page, type Reader, translate } from '../../page/layout.ts';
import type { Row, Waterfall } from './trace-store.ts';
import { milliseconds, statusMark, tracesPath } from './traces-page.ts';

const maxIndents = 12;

const texts = {
  back: { en: 'All requests', fr: 'Toutes les requêtes' },
  status: { en: 'Status', fr: 'Statut' },
  response: { en: 'Until the response', fr: 'Jusqu’à la réponse' },
  total: { en: 'Until the last consumer', fr: 'Jusqu’au dernier consommateur' },
  request: { en: 'Request', fr: 'Requête' },
  trace: { en: 'Trace', fr: 'Trace' },
  services: { en: 'Services', fr: 'Services' },
  logs: { en: 'Logs', fr: 'Journaux' },
  again: { en: 'delivered again', fr: 'livré de nouveau' },
  waited: { en: 'waited', fr: 'attente' },
  start: { en: 'Start', fr: 'Début' },
  cut: {
    en: 'The trace has more spans than the receiver keeps.',
    fr: 'La trace compte plus de spans que le récepteur n’en conserve.',
  },
} satisfies Record<string, Text>;

export function waterfallPage({ summary, rows, isCut }: Waterfall, reader: Reader): Page {
  const t = translate(texts, reader);
  const { requestId } = summary;
  const body = html`${listLink(tracesPath, t('back'), reader)}
<h1>${summary.name}</h1>
<dl>
<dt>${t('status')}</dt><dd>${statusMark(summary.status)}</dd>
<dt>${t('response')}</dt><dd>${milliseconds(summary.ms)}</dd>
<dt>${t('total')}</dt><dd>${milliseconds(summary.totalMs)}</dd>
<dt>${t('services')}</dt><dd>${summary.services.join(', ')}</dd>
${requestId && html`<dt>${t('request')}</dt><dd><code>${requestId}</code></dd>`}
<dt>${t('trace')}</dt><dd><code>${summary.traceId}</code></dd>
${requestId && html`<dt>${t('logs')}</dt><dd><code>npm run logs -- --request ${requestId}</code></dd>`}
</dl>
${isCut && html`<p class="warn">${t('cut')}</p>`}
<ol class="waterfall">
${rows.map((row) => waterfallRow(row, summary.totalMs, reader))}</ol>`;
  return { title: summary.name, reader, path: tracesPath, body };
}

function waterfallRow(row: Row, totalMs: number, reader: Reader): Html {
  const { depth, service, name, offset, ms, isError, status, waited, isLinked, attributes } = row;
  const t = translate(texts, reader);
  const statement = attributes['db.query.text'];
  const notes = [
    ...(status ? [status] : []),
    ...(isLinked ? [t('again')] : []),
    ...(waited === undefined ? [] : [`${t('waited')} ${milliseconds(waited)}`]),
  ];
  // The bars of all rows share one time axis, so only the text is indented.
  const indents = Array.from({ length: Math.min(depth, maxIndents) }, () => html`<span class="indent"></span>`);
  return html`<li class="${isError ? 'bad' : ''}">
<details><summary>${indents}<span class="service">${service}</span> ${name}${notes.map((note) => html` <small>${note}</small>`)} <span class="ms">${milliseconds(ms)}</span>
${bar(offset, ms, totalMs)}</summary>
<dl><dt>${t('start')}</dt><dd>${milliseconds(offset)}</dd>
${Object.entries(attributes).map(([key, value]) => key !== 'db.query.text' && html`<dt>${key}</dt><dd>${String(value)}</dd>`)}</dl>
${statement !== undefined && html`<pre>${String(statement)}</pre>`}
</details></li>
`;
}

/** In per cent of the whole; at least a visible sliver. The pages' policy forbids style attributes. */
function bar(offset: number, ms: number, totalMs: number): Html {
  const percent = (value: number) => (totalMs > 0 ? Math.min(100, Math.max(0, (value / totalMs) * 100)) : 0);
  const x = Math.min(99.5, percent(offset));
  const width = Math.max(0.5, Math.min(100 - x, percent(ms)));
  return html`<svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect x="${x.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="1"></rect></svg>`;
}
