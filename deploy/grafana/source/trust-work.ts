import { line, page, stat } from './panels.ts';

/** A gauge that several replicas report alike: one value for each value of the label. */
const by = (label: string, metric: string, prefix = '') => ({
  [`${prefix}{{${label}}}`]: `max by (${label}) (${metric})`,
});

const claimsThatEnd = {
  title: 'Claims that end soon',
  description:
    'Claims in force that end within 7 or 30 days unless their provider renews them. A peak announces work for reviewers.',
  queries: by('trust_within', 'trust_claims_expiring', 'within '),
};

export const trustWork = page('trust-work', 'Trust work', [
  stat({
    title: 'Cases that wait for an operator',
    description: 'Cases that wait for a reviewer (`in_review`) or for a decision (`recommended`).',
    queries: by('trust_case_state', 'trust_cases_open{trust_case_state=~"in_review|recommended"}'),
    span: 6,
  }),
  stat({
    title: 'Past their service level',
    description:
      'Cases beyond one business day until a reviewer, or three until a decision. Tell the lead of the trust team.',
    queries: { cases: 'sum(max by (trust_case_state) (trust_cases_overdue))' },
    red: 1,
    span: 4,
  }),
  stat({ ...claimsThatEnd, span: 6 }),
  stat({
    title: 'Audit entries without a checkpoint',
    description:
      'Entries that no signed checkpoint covers yet. A checkpoint is signed each hour, so they grow for at most an hour.',
    queries: { entries: 'max(trust_audit_unsigned_entries)' },
    span: 4,
  }),
  stat({
    title: 'Age of the last checkpoint',
    description:
      'Time since the last signed checkpoint of the audit log. More than two hours with new entries: see AuditCheckpointOld.',
    unit: 's',
    queries: { age: 'max(trust_audit_checkpoint_age_seconds)' },
    span: 4,
  }),
  line({
    title: 'Open cases by state',
    description:
      'All cases that are not decided or withdrawn. A state that grows for days needs more people or has a fault.',
    queries: by('trust_case_state', 'trust_cases_open'),
  }),
  line({
    title: 'Cases past their service level, by state',
    description: 'Late cases that wait for a reviewer (`in_review`) or for a decision (`recommended`).',
    queries: by('trust_case_state', 'trust_cases_overdue'),
  }),
  line({
    title: 'Malware scanner responds (1) or not (0)',
    description:
      '0 if the scanner of one replica of evidence does not respond. Documents then wait for their scan: see ScannerDown.',
    queries: { scanner: 'min(trust_scanner_up)' },
  }),
  line({
    title: 'Documents that wait for a scan',
    description: 'Uploads without a scan. Many are load or a scanner that is away; a single old one always fails.',
    queries: { documents: 'max(trust_scans_waiting)' },
  }),
  line({
    title: 'Age of the oldest document without a scan',
    description: 'How long the oldest upload waits for its scan. Nobody can read it before. 5 minutes alert.',
    unit: 's',
    queries: { age: 'max(trust_scans_oldest_waiting_seconds)' },
  }),
  line({
    title: 'Attempts to send messages',
    description:
      'Attempts by channel and outcome. `failed` on one channel is its carrier; no attempts at all is webhooks.',
    unit: 'ops',
    queries: {
      '{{trust_channel}} {{trust_outcome}}':
        'sum by (trust_channel, trust_outcome) (rate(trust_delivery_attempts_total[$__rate_interval]))',
    },
  }),
  line({
    title: 'Age of the oldest message that waits',
    description: 'How long the oldest message waits to be sent. Codes expire after five minutes, so two minutes alert.',
    unit: 's',
    queries: by('trust_channel', 'trust_deliveries_oldest_queued_seconds'),
  }),
  line(claimsThatEnd),
  line({
    title: 'Emergency actions in force',
    description: 'Listings, claims, cases and sessions that an emergency action holds now, by kind.',
    queries: by('trust_emergency_kind', 'trust_emergency_actions_active'),
  }),
  line({
    title: 'Longest emergency action in force',
    description:
      'How long the oldest action of each kind is in force. An action ends after 24 hours unless it says more, at most 72.',
    unit: 's',
    queries: by('trust_emergency_kind', 'trust_emergency_actions_longest_active_time_seconds'),
  }),
  line({
    title: 'Emergency actions that wait for their review',
    description: 'Actions that no other operator has reviewed yet. `late` ones are past five working days.',
    queries: {
      ...by('trust_emergency_kind', 'trust_emergency_actions_unreviewed'),
      ...by('trust_emergency_kind', 'trust_emergency_actions_overdue', 'late: '),
    },
  }),
  line({
    title: 'Alarms of the last hour',
    description:
      'Alarms that need a person, such as `sms-budget` or `evidence-lost`. AlarmRaised says what each means.',
    queries: { '{{job}} {{trust_alarm}}': 'sum by (job, trust_alarm) (increase(trust_alarms_total[1h]))' },
  }),
]);
