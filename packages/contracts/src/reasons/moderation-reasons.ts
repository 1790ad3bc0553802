/** Why somebody flags a review. The first two hide it until an operator has decided. */
export const reviewFlagReasons = ['harmful', 'illegal', 'personal_data', 'not_genuine', 'off_topic'] as const;
export type ReviewFlagReason = (typeof reviewFlagReasons)[number];

/** Why an operator decides about a review; `complies` for those that are shown. */
export const reviewDecisionReasons = ['complies', ...reviewFlagReasons] as const;

export const disputeReasons = ['no_show', 'quality', 'price', 'damage', 'conduct', 'other'] as const;
export const disputeOutcomes = ['for_customer', 'for_provider', 'no_finding'] as const;
export const disputeDecisionReasons = [
  'statement_confirmed',
  'statement_contradicted',
  'no_response',
  'insufficient_information',
  'outside_platform',
] as const;

export const reportReasons = ['unsafe', 'fraud', 'impersonation', 'wrong_information', 'other'] as const;
export const reportOutcomes = ['upheld', 'dismissed'] as const;
export const reportDecisionReasons = ['action_taken', 'no_breach', 'duplicate', 'insufficient_information'] as const;
