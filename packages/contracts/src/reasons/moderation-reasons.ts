import { valueList } from '../value-list.ts';
/** Why somebody flags a review. The first two hide it until an operator has decided. */
export const ReviewFlagReason = valueList({
  harmful: { en: 'Harmful', fr: '', means: 'It threatens, insults or puts somebody in danger.' },
  illegal: { en: 'Illegal', fr: '', means: 'It breaks the law.' },
  personal_data: { en: 'Personal data', fr: '', means: 'It discloses data of a person.' },
  not_genuine: { en: 'Not genuine', fr: '', means: 'It does not rest on an own experience.' },
  off_topic: { en: 'Off topic', fr: '', means: 'It is not about the work of the provider.' },
});
export const reviewFlagReasons = ReviewFlagReason.options;
export type ReviewFlagReason = (typeof reviewFlagReasons)[number];

/** Why an operator decides about a review; `complies` for those that are shown. */
export const reviewDecisionReasons = ['complies', ...reviewFlagReasons] as const;

export const DisputeReason = valueList({
  no_show: { en: 'No show', fr: '', means: 'Somebody did not come.' },
  quality: { en: 'Quality', fr: '', means: 'The work is not as agreed.' },
  price: { en: 'Price', fr: '', means: 'The price is not as agreed.' },
  damage: { en: 'Damage', fr: '', means: 'Something was damaged.' },
  conduct: { en: 'Conduct', fr: '', means: 'Somebody behaved badly.' },
  other: { en: 'Other', fr: '', means: 'Something else.' },
});
export const DisputeOutcome = valueList({
  for_customer: { en: 'For customer', fr: '', means: 'The customer is right.' },
  for_provider: { en: 'For provider', fr: '', means: 'The provider is right.' },
  no_finding: { en: 'No finding', fr: '', means: 'Neither side could be confirmed.' },
});
export const DisputeDecisionReason = valueList({
  statement_confirmed: {
    en: 'Statement confirmed',
    fr: '',
    means: 'The statement of the side that opened it is confirmed.',
  },
  statement_contradicted: {
    en: 'Statement contradicted',
    fr: '',
    means: 'The statement of the side that opened it is contradicted.',
  },
  no_response: { en: 'No response', fr: '', means: 'The other side did not respond.' },
  insufficient_information: { en: 'Insufficient information', fr: '', means: 'The statements do not say enough.' },
  outside_platform: { en: 'Outside platform', fr: '', means: 'It does not concern the interaction.' },
});

export const ReportReason = valueList({
  unsafe: { en: 'Unsafe', fr: '', means: 'Somebody is in danger.' },
  fraud: { en: 'Fraud', fr: '', means: 'Somebody is deceived.' },
  impersonation: { en: 'Impersonation', fr: '', means: 'The provider is not who it says.' },
  wrong_information: { en: 'Wrong information', fr: '', means: 'Something that the provider says is wrong.' },
  other: { en: 'Other', fr: '', means: 'Something else.' },
});
export const ReportOutcome = valueList({
  upheld: { en: 'Upheld', fr: '', means: 'The report is right.' },
  dismissed: { en: 'Dismissed', fr: '', means: 'The report is not right.' },
});
export const ReportDecisionReason = valueList({
  action_taken: { en: 'Action taken', fr: '', means: 'Operators acted.' },
  no_breach: { en: 'No breach', fr: '', means: 'No rule is broken.' },
  duplicate: { en: 'Duplicate', fr: '', means: 'It was reported before.' },
  insufficient_information: { en: 'Insufficient information', fr: '', means: 'The report does not say enough.' },
});
