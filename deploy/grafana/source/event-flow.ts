import { line, page, stat } from './panels.ts';

export const eventFlow = page('event-flow', 'Event flow', [
  stat({
    title: 'Burn rate of event freshness, 1 h',
    description: 'How fast late events use up the error budget. 1 uses it up in 30 days, 14.4 calls somebody.',
    queries: { now: 'slo:burn_rate:1h{slo="freshness"}' },
    red: 14.4,
  }),
  stat({
    title: 'Unsent events',
    description:
      'Committed events of all services that NATS does not have yet. Normal is near 0; it grows while NATS is away.',
    queries: { now: 'sum(max by (job) (trust_outbox_unsent))' },
  }),
  stat({
    title: 'Lag of all consumers',
    description:
      'Events that wait in NATS for their consumers. It rises during a snapshot or a redrive, and then falls again.',
    queries: { now: 'sum(max by (job, trust_stream, trust_durable) (trust_consumer_lag))' },
  }),
  stat({
    title: 'Dead letters',
    description:
      'Events that each service could not apply. Their effect is missing until somebody redrives or discards them.',
    queries: { '{{job}}': 'max by (job) (trust_dead_letters)' },
    red: 1,
    span: 8,
  }),
  stat({
    title: 'Streams lost',
    description:
      'Streams that are missing or have lost acknowledged events. Outboxes have them for 14 days: see StreamLost.',
    queries: { now: 'sum(max by (job) (trust_stream_lost))' },
    red: 1,
  }),
  line({
    title: 'Events applied, by consumer',
    description: 'Events that each service applies a second. A line that ends while events wait is a stuck consumer.',
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
    description: 'How long the oldest committed event waits to be sent. A line that rises steadily is a stuck outbox.',
    unit: 's',
    queries: { '{{job}}': 'max by (job) (trust_outbox_oldest_unsent_seconds)' },
  }),
  line({
    title: 'Lag by durable consumer',
    description: 'Events of a stream that wait for one consumer. One line above 0: its handler is slow or fails.',
    queries: {
      '{{trust_stream}} {{trust_durable}}': 'max by (trust_stream, trust_durable) (trust_consumer_lag)',
    },
  }),
  line({
    title: 'Connected to NATS',
    description: '1 if all processes of the service are connected to NATS, 0 if one is not.',
    queries: { '{{job}}': 'min by (job) (trust_nats_connected)' },
  }),
  line({
    title: 'Messages that wait to be sent',
    description:
      'E-mails, SMS and other messages in the queue of webhooks, by channel. Codes expire after five minutes.',
    queries: { '{{trust_channel}}': 'max by (trust_channel) (trust_deliveries_queued)' },
  }),
]);
