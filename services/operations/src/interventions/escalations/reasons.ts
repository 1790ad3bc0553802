import type { EscalationReason } from '../../db/schema.ts';

/** Contract §4. */
export const escalationReasons = [
  'suspected_fraud',
  'evidence_conflict',
  'conflict_of_interest',
  'policy_unclear',
  'second_opinion',
  'safety_concern',
  'legal_or_regulator',
  'sla_breach',
  'technical',
] as const satisfies readonly EscalationReason[];

/** Another reviewer may answer these; the rest is for operators who assign cases. */
export const reviewerReasons = [
  'evidence_conflict',
  'policy_unclear',
  'second_opinion',
] as const satisfies readonly EscalationReason[];
