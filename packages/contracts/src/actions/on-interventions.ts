import type { ValueMeanings } from '../values/value-list.ts';

/** On an incident, an escalation, an override and an emergency action. */
export const actionsOnInterventions = {
  start_incident: { en: 'Start', fr: 'Prendre en charge', means: 'Become the assignee of an incident.' },
  resolve_incident: { en: 'Resolve', fr: 'Résoudre', means: 'Resolve an incident, which ends its hold.' },
  start_escalation: { en: 'Start', fr: 'Prendre en charge', means: 'Become the assignee of an escalation.' },
  resolve_escalation: { en: 'Resolve', fr: 'Résoudre', means: 'Resolve an escalation.' },
  approve_override: { en: 'Approve', fr: 'Approuver', means: 'Vote for an override.' },
  reject_override: { en: 'Reject', fr: 'Rejeter', means: 'Vote against an override, which ends it.' },
  withdraw_override: { en: 'Withdraw the request', fr: 'Retirer la demande', means: 'Withdraw an own override.' },
  lift_emergency_action: { en: 'Lift', fr: 'Lever la mesure', means: 'End an emergency action before its time.' },
  review_emergency_action: {
    ...{ en: 'Review', fr: 'Examiner la mesure' },
    means: 'Say whether an emergency action was justified.',
  },
} satisfies ValueMeanings;
