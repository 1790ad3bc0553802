import { line, page, stat } from './panels.ts';

export const eventFlow = page('event-flow', 'Event flow', [
  stat({
    title: 'Burn rate of event freshness, 1 h',
    queries: { now: 'slo:burn_rate:1h{slo="freshness"}' },
    red: 14.4,
  }),
  stat({
    title: 'Unsent events',
    queries: { now: 'sum(max by (job) (trust_outbox_unsent))' },
  }),
  stat({
    title: 'Lag of all consumers',
    queries: { now: 'sum(max by (job, trust_stream, trust_durable) (trust_consumer_lag))' },
  }),
  stat({
    title: 'Dead letters',
    queries: { '{{job}}': 'max by (job) (trust_dead_letters)' },
    red: 1,
    span: 8,
  }),
  stat({
    title: 'Streams lost',
    queries: { now: 'sum(max by (job) (trust_stream_lost))' },
    red: 1,
  }),
  line({
    title: 'Events applied, by consumer',
    unit: 'ops',
    queries: { '{{job}}': 'sum by (job) (rate(trust_event_delay_seconds_count[$__rate_interval]))' },
  }),
  line({
    title: 'Delay from commit to applied, p99, by consumer',
    description: 'Events that were republished or read by a new consumer count with their age.',
    unit: 's',
    queries: {
      '{{job}}':
        'histogram_quantile(0.99, sum by (job, le) (rate(trust_event_delay_seconds_bucket[$__rate_interval])))',
    },
  }),
  line({
    title: 'Age of the oldest unsent event, by publisher',
    unit: 's',
    queries: { '{{job}}': 'max by (job) (trust_outbox_oldest_unsent_seconds)' },
  }),
  line({
    title: 'Lag by durable consumer',
    queries: {
      '{{trust_stream}} {{trust_durable}}': 'max by (trust_stream, trust_durable) (trust_consumer_lag)',
    },
  }),
  line({
    title: 'Connected to NATS',
    queries: { '{{job}}': 'min by (job) (trust_nats_connected)' },
  }),
  line({
    title: 'Messages that wait to be sent',
    queries: { '{{trust_channel}}': 'max by (trust_channel) (trust_deliveries_queued)' },
  }),
]);
