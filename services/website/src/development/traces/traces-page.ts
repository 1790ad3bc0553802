import type { Text } from '@trust/contracts/values/text';
import { type Html, html, prose } from '@trust/html/html';
import { type Page, pageUrl, type Reader, translate } from '../../page/layout.ts';
import { recentItemsPage } from '../recent-items-page.ts';
import type { Summary } from './trace-store.ts';

export const tracesPath = '/dev/traces';
export const statuses = ['error', '2xx', '3xx', '4xx', '5xx'] as const;
export type RequestFilter = { status: string; route: string; slow: string };

const texts = {
  title: { en: 'Traces', fr: 'Traces' },
  lead: {
    en: 'The last requests, newest first. A route leads to its waterfall.',
    fr: 'Les dernières requêtes, de la plus récente à la plus ancienne. Une route mène à son déroulement.',
  },
  status: { en: 'Status', fr: 'Statut' },
  any: { en: 'any', fr: 'tous' },
  failed: { en: 'failed', fr: 'en échec' },
  route: { en: 'Route', fr: 'Route' },
  slow: { en: 'At least ms', fr: 'Au moins ms' },
  all: { en: 'Show all requests', fr: 'Afficher toutes les requêtes' },
  none: { en: 'No recent request matches.', fr: 'Aucune requête récente ne correspond.' },
  time: { en: 'Time', fr: 'Heure' },
  duration: { en: 'Duration', fr: 'Durée' },
  failedSpans: { en: 'failed spans', fr: 'spans en échec' },
  noReceiver: {
    en: 'The services send their traces to another receiver or to none: `OTEL_EXPORTER_OTLP_ENDPOINT` or `OTEL_SDK_DISABLED` was set when the platform started.',
    fr: 'Les services envoient leurs traces ailleurs ou nulle part : `OTEL_EXPORTER_OTLP_ENDPOINT` ou `OTEL_SDK_DISABLED` était défini au démarrage de la plateforme.',
  },
} satisfies Record<string, Text>;

export function tracesPage(requests: readonly Summary[], filter: RequestFilter, reader: Reader): Page {
  const t = translate(texts, reader);
  const option = (value: string, label: string) =>
    filter.status === value
      ? html`<option value="${value}" selected>${label}</option>`
      : html`<option value="${value}">${label}</option>`;
  const fields = html`<label>${t('status')} <select name="status">
${option('', t('any'))}
${statuses.map((status) => option(status, status === 'error' ? t('failed') : status))}
</select></label>
<label>${t('route')} <input name="route" value="${filter.route}" size="20"></label>
<label>${t('slow')} <input name="slow" value="${filter.slow}" size="6" inputmode="numeric"></label>`;
  return recentItemsPage(
    {
      path: tracesPath,
      title: t('title'),
      lead: t('lead'),
      filter,
      fields,
      showAll: t('all'),
      columns: [t('time'), t('status'), t('duration'), t('route')],
      rows: requests.map((request) => row(request, reader)),
      none: t('none'),
    },
    reader,
  );
}

function row({ requestId, traceId, at, status, ms, name, errors }: Summary, reader: Reader): Html {
  const time = new Date(at).toISOString();
  const failed = errors > 0 && html`<br><small class="bad">${errors} ${texts.failedSpans[reader.language]}</small>`;
  return html`<tr>
<td><time datetime="${time}">${time.slice(11, 23)}</time></td>
<td>${statusMark(status)}</td>
<td>${milliseconds(ms)}</td>
<td><a href="${pageUrl(`${tracesPath}/${requestId ?? traceId}`, reader)}">${name}</a>${failed}</td>
</tr>
`;
}

export function noReceiverPage(reader: Reader): Page {
  const title = texts.title[reader.language];
  const body = html`<h1>${title}</h1>
<p>${prose(texts.noReceiver[reader.language])}</p>`;
  return { title, reader, path: tracesPath, body };
}

export function statusMark(status: number | undefined): Html {
  const kind = status === undefined ? 'quiet' : status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
  return html`<span class="${kind}">${status ?? '–'}</span>`;
}

export function milliseconds(ms: number): string {
  return `${ms.toFixed(ms < 100 ? 1 : 0)} ms`;
}
