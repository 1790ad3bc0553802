import { line, page, stat } from './panels.ts';

const requests = 'http_server_request_duration_seconds';

/** Processes that answer no request, apply no event and send no message, or one in ten seconds. */
const atRest = [`${requests}_count`, 'trust_event_delay_seconds_count', 'trust_delivery_attempts_total']
  .map((metric) => `unless sum by (job, instance) (rate(${metric}[$__rate_interval])) > 0.1`)
  .join(' ');

export const platform = page('platform', 'Platform', [
  stat({
    title: 'Requests a second',
    description: 'All requests that reach the gateway, pages and refused ones included, over five minutes.',
    unit: 'reqps',
    queries: { now: `sum(rate(${requests}_count{job="gateway"}[5m]))` },
  }),
  stat({
    title: 'In flight',
    description:
      'Requests that the gateway works on now. A rise at the same rate means slower responses. More than `MAX_IN_FLIGHT` get 503.',
    queries: { now: 'sum(http_server_active_requests{job="gateway"})' },
  }),
  stat({
    title: 'Not connected to NATS',
    description:
      'Processes without a connection to NATS. They send and apply no events until it is back: see NatsUnreachable.',
    queries: { processes: 'count(trust_nats_connected == 0) or vector(0)' },
    red: 1,
  }),
  stat({
    title: 'Dead letters',
    description:
      'Events that a service could not apply. Their effect is missing until somebody redrives or discards them: see DeadLetters.',
    queries: { events: 'sum(max by (job) (trust_dead_letters))' },
    red: 1,
  }),
  stat({
    title: 'Oldest unsent event',
    description:
      'How long the oldest committed event waits in an outbox. Normal is below a second, 60 s alert: see OutboxStuck.',
    unit: 's',
    queries: { age: 'max(trust_outbox_oldest_unsent_seconds)' },
    red: 60,
  }),
  stat({
    title: 'Oldest document without a scan',
    description:
      'How long the oldest upload waits for its malware scan. Nobody can read it before. 5 minutes alert: see ScanBacklogOld.',
    unit: 's',
    queries: { age: 'max(trust_scans_oldest_waiting_seconds)' },
    red: 300,
  }),
  stat({
    title: 'Rows that backfills have left',
    description:
      'Rows that a later release needs and that no backfill has written yet. It falls while a backfill runs: see BackfillStopped.',
    queries: { rows: 'sum(max by (job, trust_backfill) (trust_backfill_rows_left)) or vector(0)' },
  }),
  stat({
    title: 'Days that events have room',
    description:
      'For how many days the database with the fewest has partitions of its outbox, inbox and deliveries. Below 3 is an alert: see PartitionsRunOut.',
    unit: 'd',
    queries: { days: 'min(trust_partitions_days_ahead)' },
  }),
  line({
    title: 'Requests by service',
    description:
      'Requests that each service answers. One request at the gateway is one more at a service, and more for a page.',
    unit: 'reqps',
    queries: { '{{job}}': `sum by (job) (rate(${requests}_count[$__rate_interval]))` },
  }),
  line({
    title: 'Duration by service, p99',
    description:
      'One request in a hundred takes longer. If only the gateway is slow, look at its event loop and upstreams.',
    unit: 's',
    queries: {
      '{{job}}': `histogram_quantile(0.99, sum by (job, le) (rate(${requests}_bucket[$__rate_interval])))`,
    },
  }),
  line({
    title: 'Rejected: overload and rate limits',
    description:
      'Requests refused with 503 for overload, and with 429 by each limit. A single limit that rises is usually one client.',
    unit: 'reqps',
    queries: {
      '{{job}} overload': 'sum by (job) (rate(trust_requests_shed_total[$__rate_interval]))',
      '{{job}} {{trust_limit}}':
        'sum by (job, trust_limit) (rate(trust_requests_rate_limited_total[$__rate_interval]))',
    },
  }),
  line({
    title: 'Requests that wait for a database connection',
    description:
      'Requests in the queue of each pool. Above 0 for minutes: slow statements or a long transaction hold the connections.',
    queries: { '{{job}}': 'sum by (job) (db_client_connection_pending_requests)' },
  }),
  line({
    title: 'Event loop delay, p99',
    description:
      'The slowest replica. It includes the 20 ms between two measurements. Requests are rejected from a mean of 0.25 s.',
    unit: 's',
    queries: { '{{job}}': 'max by (job) (nodejs_eventloop_delay_p99_seconds)' },
  }),
  line({
    title: 'Memory',
    description:
      'Resident memory of the largest process of each service. A line that rises for days without falling is a leak.',
    unit: 'bytes',
    queries: { '{{job}}': 'max by (job) (process_memory_usage_bytes)' },
  }),
  line({
    title: 'CPU',
    description: 'Processors used by all replicas.',
    queries: { '{{job}}': 'sum by (job) (rate(process_cpu_time_seconds_total[$__rate_interval]))' },
  }),
  line({
    title: 'CPU at rest',
    description:
      'Processors that a process uses while it has next to nothing to do. Normal is 0.02; above 0.1 it runs in circles: see BusyAtRest.',
    queries: {
      '{{job}}': `max by (job) (sum by (job, instance) (rate(process_cpu_time_seconds_total[$__rate_interval])) ${atRest})`,
    },
  }),
  line({
    title: 'Time since the last backup and drill',
    description:
      'The bucket of backups tells both. More than 26 hours: see BackupOld; more than 30 days: see DrillOld.',
    unit: 's',
    queries: {
      backup: 'time() - max(trust_backup_taken_seconds)',
      drill: 'time() - max(trust_backup_drilled_seconds)',
    },
  }),
  line({
    title: 'Size of the last backup',
    description: 'Encrypted, with the documents of the month. A fall means that something is missing from it.',
    unit: 'bytes',
    queries: { size: 'max(trust_backup_size_bytes)' },
  }),
  line({
    title: 'Disk, free share',
    description: 'Needs node_exporter on the machines of Postgres and NATS.',
    unit: 'percentunit',
    queries: {
      '{{instance}} {{mountpoint}}':
        'min by (instance, mountpoint) (node_filesystem_avail_bytes{fstype!~"tmpfs|ramfs|overlay|squashfs"} / node_filesystem_size_bytes)',
    },
  }),
]);
