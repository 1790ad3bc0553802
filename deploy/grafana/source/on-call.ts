import { line, page, stat, table, traceSearch } from './panels.ts';

const requests = 'http_server_request_duration_seconds_count';
const edge = `${requests}{job="gateway",http_route!~"none|page"}`;
const failing = `${requests}{job="gateway",http_status_class="5xx"}`;

// biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of Grafana
const route = '${__data.fields.http_route}';
// biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of Grafana
const job = '${__data.fields.job}';

/** Is it us, who is affected, since when, what changed; then two clicks to the trace of a failing request. */
export const onCall = page('on-call', 'On call', [
  stat({
    title: 'Is it us? Burn rate of the last hour',
    description: '1 uses up the error budget in exactly 30 days. 14.4 calls somebody.',
    queries: { '{{slo}}': 'slo:burn_rate:1h' },
    red: 14.4,
    span: 9,
  }),
  stat({
    title: 'Budget left of 3 days',
    description: 'Share of the error budget of three days that is not used.',
    unit: 'percentunit',
    queries: { '{{slo}}': '1 - slo:burn_rate:3d' },
    span: 7,
  }),
  stat({
    title: 'Alerts that fire',
    description: 'Alerts that fire now, by severity. `page` calls somebody, `ticket` waits for the next working day.',
    queries: { '{{severity}}': 'count by (severity) (ALERTS{alertstate="firing"}) or vector(0)' },
    red: 1,
    span: 4,
  }),
  stat({
    title: 'Failing requests a second',
    description:
      'Requests at the gateway that got 500 or above, a second, over five minutes. Pages for people count too.',
    unit: 'reqps',
    queries: { now: `sum(rate(${failing}[5m])) or vector(0)` },
    red: 0.1,
    span: 4,
  }),
  line({
    title: 'Who is affected? Share of failing requests by service',
    description: 'A failing service makes the gateway fail too; a gateway that fails alone cannot reach the service.',
    unit: 'percentunit',
    queries: {
      '{{job}}': `sum by (job) (rate(${requests}{http_status_class="5xx"}[$__rate_interval])) / sum by (job) (rate(${requests}[$__rate_interval]))`,
    },
  }),
  line({
    title: 'Since when? Burn rate, 5 minutes',
    description: 'How fast the error budget burned in the last five minutes. The first rise above 1 is when it began.',
    queries: { '{{slo}}': 'slo:burn_rate:5m' },
  }),
  table({
    title: 'Routes that fail most, last hour. Click a row to see its traces',
    description: 'The ten routes with most responses of 500 or above. A failed request always has a trace.',
    unit: 'short',
    query: `topk(10, sum by (http_route) (increase(${failing}[1h])) > 0)`,
    link: {
      title: 'Failing requests of this route',
      url: traceSearch(`{ resource.service.name="gateway" && name="${route}" && span.http.response.status_code>=500 }`),
    },
    span: 12,
  }),
  table({
    title: 'Routes that are slowest, p99 of the last 15 minutes. Click a row to see its traces',
    description: 'One request in a hundred takes longer than this. Routes that stream documents are slow by nature.',
    unit: 's',
    query:
      'topk(10, histogram_quantile(0.99, sum by (http_route, le) (rate(http_server_request_duration_seconds_bucket{job="gateway",http_route!~"none|page"}[15m]))))',
    link: {
      title: 'Slow requests of this route',
      url: traceSearch(`{ resource.service.name="gateway" && name="${route}" && duration>500ms }`),
    },
    span: 12,
  }),
  line({
    title: 'Requests by status class',
    description:
      'Requests to a known route at the gateway. A rise of 4xx points to a client or a limit, of 5xx to the platform.',
    unit: 'reqps',
    queries: { '{{http_status_class}}': `sum by (http_status_class) (rate(${edge}[$__rate_interval]))` },
  }),
  line({
    title: 'Duration with exemplars. Click a dot to see its trace',
    description:
      'The dots are traces: of every failed or slow request, and of a share of the others. So percentiles of traced requests lie above those of all.',
    unit: 's',
    exemplars: true,
    queries: {
      '{{job}} p99 of all':
        'histogram_quantile(0.99, sum by (job, le) (rate(http_server_request_duration_seconds_bucket[$__rate_interval])))',
      '{{service_name}} p99 of traced':
        'histogram_quantile(0.99, sum by (service_name, le) (rate(traces_span_metrics_duration_seconds_bucket{span_kind="SPAN_KIND_SERVER"}[$__rate_interval])))',
    },
  }),
  table({
    title: 'What changed? Versions that run',
    description:
      'Processes by service and version. Two versions of one service for longer than a deploy: it is stuck. Click a row to open the service.',
    query: 'count by (job, service_version) (target_info)',
    link: { title: 'The service', url: `/d/service?var-service=${job}` },
    span: 12,
  }),
  line({
    title: 'What changed? Age of processes',
    description: 'A line that falls to zero is a restart.',
    unit: 's',
    queries: { '{{job}}': 'min by (job) (sum by (job, instance) (nodejs_eventloop_time_seconds_total))' },
  }),
]);
