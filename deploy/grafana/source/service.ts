import { QueryVariableBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { line, metricsSource, page, table, traceSearch } from './panels.ts';

const requests = 'http_server_request_duration_seconds';
const own = 'job="$service"';

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of Grafana
const failing =
  '{ resource.service.name="${service}" && name="${__data.fields.http_route}" && span.http.response.status_code>=500 }';
const any = '{ resource.service.name="${service}" && name="${__data.fields.http_route}" }';
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: variables of Grafana

export const service = page('service', 'Service', [
  line({
    title: 'Requests by status class',
    description:
      'Requests that all replicas of this service answer. If 5xx rise here and at the gateway, this service is the cause.',
    unit: 'reqps',
    queries: {
      '{{http_status_class}}': `sum by (http_status_class) (rate(${requests}_count{${own}}[$__rate_interval]))`,
    },
  }),
  line({
    title: 'Duration',
    description:
      'Half, nine of ten and 99 of 100 requests are quicker than these lines. Only p99 rises: a few routes or waiting for connections.',
    unit: 's',
    queries: Object.fromEntries(
      [0.5, 0.9, 0.99].map((quantile) => [
        `p${quantile * 100}`,
        `histogram_quantile(${quantile}, sum by (le) (rate(${requests}_bucket{${own}}[$__rate_interval])))`,
      ]),
    ),
  }),
  table({
    title: 'Routes that fail, last hour. Click a row to see its traces',
    description: 'Routes with responses of 500 or above. A failed request always has a trace.',
    query: `topk(15, sum by (http_route, http_status_class) (increase(${requests}_count{${own},http_status_class="5xx"}[1h])) > 0)`,
    link: { title: 'Failing requests of this route', url: traceSearch(failing) },
    span: 12,
  }),
  table({
    title: 'Routes by time spent, last hour. Click a row to see its traces',
    description: 'Seconds that all requests of a route took together. Making the first ones faster saves most.',
    unit: 's',
    query: `topk(15, sum by (http_route) (increase(${requests}_sum{${own}}[1h])))`,
    link: { title: 'Requests of this route', url: traceSearch(any) },
    span: 12,
  }),
  line({
    title: 'In flight',
    description:
      'Requests that each replica works on now. A replica that stays far above the others hangs or waits for something.',
    queries: { '{{instance}}': `http_server_active_requests{${own}}` },
  }),
  line({
    title: 'Database connections',
    description: 'Connections that are used or idle, and requests that wait for one. A pool has ten for each replica.',
    queries: {
      '{{state}}': `sum by (state) (db_client_connection_count{${own}})`,
      waiting: `sum(db_client_connection_pending_requests{${own}})`,
    },
  }),
  line({
    title: 'Event loop: delay p99 and use',
    description:
      'Delay in seconds until the process gets to new work, and the share of time it is busy. Near 1: it needs more replicas.',
    unit: 's',
    queries: {
      '{{instance}} delay': `nodejs_eventloop_delay_p99_seconds{${own}}`,
      '{{instance}} use': `nodejs_eventloop_utilization_ratio{${own}}`,
    },
  }),
  line({
    title: 'Memory',
    description: 'Resident memory of each replica. A line that falls to a low value is a restart.',
    unit: 'bytes',
    queries: { '{{instance}}': `process_memory_usage_bytes{${own}}` },
  }),
  line({
    title: 'CPU',
    description: 'Processors that each replica uses. One process uses little more than one, so 1 is its limit.',
    queries: { '{{instance}}': `sum by (instance) (rate(process_cpu_time_seconds_total{${own}}[$__rate_interval]))` },
  }),
  line({
    title: 'Events: lag and dead letters',
    description:
      'Events of others that wait for this service, its own that are not sent, and those that it could not apply. Normal is 0.',
    queries: {
      'lag of {{trust_publisher}}': `max by (trust_publisher, trust_durable) (trust_consumer_lag{${own}})`,
      unsent: `max(trust_outbox_unsent{${own}})`,
      'dead letters': `max(trust_dead_letters{${own}})`,
    },
  }),
]).withVariable(
  new QueryVariableBuilder('service')
    .label('Service')
    .datasource(metricsSource)
    .query(`label_values(${requests}_count, job)`)
    .current({ text: 'gateway', value: 'gateway' })
    .refresh(2),
);
