import { line, page, stat } from './panels.ts';

/** A gauge that several replicas report alike: one value for each value of the label. */
const by = (label: string, metric: string, prefix = '') => ({
  [`${prefix}{{${label}}}`]: `max by (${label}) (${metric})`,
});

const claimsThatEnd = {
  title: 'Claims that end soon',
  queries: by('trust_within', 'trust_claims_expiring', 'within '),
};

export const trustWork = page('trust-work', 'Trust work', [
  stat({
    title: 'Cases that wait for an operator',
    queries: by('trust_case_state', 'trust_cases_open{trust_case_state=~"in_review|recommended"}'),
    span: 6,
  }),
  stat({
    title: 'Past their service level',
    queries: { cases: 'sum(max by (trust_case_state) (trust_cases_overdue))' },
    red: 1,
    span: 4,
  }),
  stat({ ...claimsThatEnd, span: 6 }),
  stat({
    title: 'Audit entries without a checkpoint',
    queries: { entries: 'max(trust_audit_unsigned_entries)' },
    span: 4,
  }),
  stat({
    title: 'Age of the last checkpoint',
    unit: 's',
    queries: { age: 'max(trust_audit_checkpoint_age_seconds)' },
    span: 4,
  }),
  line({
    title: 'Open cases by state',
    queries: by('trust_case_state', 'trust_cases_open'),
  }),
  line({
    title: 'Cases past their service level, by state',
    queries: by('trust_case_state', 'trust_cases_overdue'),
  }),
  line({
    title: 'Malware scanner responds (1) or not (0)',
    queries: { scanner: 'min(trust_scanner_up)' },
  }),
  line({
    title: 'Documents that wait for a scan',
    queries: { documents: 'max(trust_scans_waiting)' },
  }),
  line({
    title: 'Age of the oldest document without a scan',
    unit: 's',
    queries: { age: 'max(trust_scans_oldest_waiting_seconds)' },
  }),
  line({
    title: 'Attempts to send messages',
    unit: 'ops',
    queries: {
      '{{trust_channel}} {{trust_outcome}}':
        'sum by (trust_channel, trust_outcome) (rate(trust_delivery_attempts_total[$__rate_interval]))',
    },
  }),
  line({
    title: 'Age of the oldest message that waits',
    unit: 's',
    queries: by('trust_channel', 'trust_deliveries_oldest_queued_seconds'),
  }),
  line(claimsThatEnd),
  line({
    title: 'Emergency actions in force',
    queries: by('trust_emergency_kind', 'trust_emergency_actions_active'),
  }),
  line({
    title: 'Longest emergency action in force',
    unit: 's',
    queries: by('trust_emergency_kind', 'trust_emergency_actions_longest_active_time_seconds'),
  }),
  line({
    title: 'Emergency actions that wait for their review',
    queries: {
      ...by('trust_emergency_kind', 'trust_emergency_actions_unreviewed'),
      ...by('trust_emergency_kind', 'trust_emergency_actions_overdue', 'late: '),
    },
  }),
  line({
    title: 'Alarms of the last hour',
    queries: { '{{job}} {{trust_alarm}}': 'sum by (job, trust_alarm) (increase(trust_alarms_total[1h]))' },
  }),
]);
