import type { Vocabulary } from './vocabulary.ts';

const side: Vocabulary = { customer: 'The customer.', provider: 'The provider.' };
const reviewState: Vocabulary = {
  pending: 'Waits for an operator; not shown.',
  published: 'Shown in public.',
  flagged: 'Somebody flagged it and an operator examines it. Shown, unless flagged as harmful or illegal.',
  removed: 'Removed by an operator. Final but for an appeal.',
  rejected: 'Not published by an operator. Final but for an appeal.',
  withdrawn: 'Withdrawn by its author. Final.',
};
const responseState: Vocabulary = {
  published: 'Shown with the review.',
  flagged: 'Somebody flagged it and an operator examines it. Shown, unless flagged as harmful or illegal.',
  removed: 'Removed by an operator. Final.',
};
const flagReason: Vocabulary = {
  harmful: 'It threatens, insults or puts somebody in danger.',
  illegal: 'It breaks the law.',
  personal_data: 'It discloses data of a person.',
  not_genuine: 'It does not rest on an own experience.',
  off_topic: 'It is not about the work of the provider.',
};
const reviewDecision: Vocabulary = { complies: 'It keeps the rules.', ...flagReason };
const disputeState: Vocabulary = {
  open: 'Opened.',
  awaiting_response: 'The other side can respond until `responseDueAt`.',
  under_review: 'Waits for the decision of an operator.',
  resolved: 'Decided. Final.',
  withdrawn: 'Withdrawn by the side that opened it. Final.',
};
const disputeReason: Vocabulary = {
  no_show: 'Somebody did not come.',
  quality: 'The work is not as agreed.',
  price: 'The price is not as agreed.',
  damage: 'Something was damaged.',
  conduct: 'Somebody behaved badly.',
  other: 'Something else.',
};
const disputeOutcome: Vocabulary = {
  for_customer: 'The customer is right.',
  for_provider: 'The provider is right.',
  no_finding: 'Neither side could be confirmed.',
};
const disputeDecision: Vocabulary = {
  statement_confirmed: 'The statement of the side that opened it is confirmed.',
  statement_contradicted: 'The statement of the side that opened it is contradicted.',
  no_response: 'The other side did not respond.',
  insufficient_information: 'The statements do not say enough.',
  outside_platform: 'It does not concern the interaction.',
};
const reportReason: Vocabulary = {
  unsafe: 'Somebody is in danger.',
  fraud: 'Somebody is deceived.',
  impersonation: 'The provider is not who it says.',
  wrong_information: 'Something that the provider says is wrong.',
  other: 'Something else.',
};
const reportDecision: Vocabulary = {
  action_taken: 'Operators acted.',
  no_breach: 'No rule is broken.',
  duplicate: 'It was reported before.',
  insufficient_information: 'The report does not say enough.',
};
const reportOutcome: Vocabulary = { upheld: 'The report is right.', dismissed: 'The report is not right.' };
const requestState: Vocabulary = {
  open: 'Waits for an operator.',
  decided: 'Decided. Final.',
  withdrawn: 'Withdrawn. Final.',
};
const reviewOutcome: Vocabulary = {
  approved: 'The review is shown.',
  refused: 'The review is not shown.',
};

export const opinionKinds: Vocabulary = {
  review_moderation: 'A new or flagged review, or an appeal about one.',
  review_response_moderation: 'A flagged response to a review.',
  dispute: 'A dispute between a customer and a provider.',
  provider_report: 'A report of a provider.',
  media_moderation: 'An image for a public profile.',
};
/** Of the public search. */
export const searchOrders: Vocabulary = {
  distance: 'Nearest first.',
  freshness: 'Longest current claims first.',
};
export const opinionStates: Vocabulary = requestState;

export const opinionValues: Record<string, Vocabulary> = {
  'Review.state': reviewState,
  'AccountReview.state': reviewState,
  'review.state': reviewState,
  flagReasons: flagReason,
  'ReviewResponse.state': responseState,
  'ReviewFlagCreate.reasonCode': flagReason,
  'ReviewFlag.reasonCode': flagReason,
  'removed.reasonCode': reviewDecision,
  'notPublished.reasonCode': reviewDecision,
  'ReviewModeration.state': requestState,
  'ReviewModeration.outcome': reviewOutcome,
  'ReviewModeration.decisionReason': reviewDecision,
  'ReviewDecisionCreate.outcome': reviewOutcome,
  'ReviewDecisionCreate.reasonCode': reviewDecision,
  'Dispute.state': disputeState,
  'DisputeSummary.state': disputeState,
  'dispute.state': disputeState,
  openedBy: side,
  'Dispute.reasonCode': disputeReason,
  'DisputeSummary.reasonCode': disputeReason,
  'DisputeCreate.reasonCode': disputeReason,
  'Dispute.outcome': disputeOutcome,
  'DisputeSummary.outcome': disputeOutcome,
  'DisputeAppeal.outcome': disputeOutcome,
  'DisputeAppeal.state': requestState,
  'Dispute.decisionReason': disputeDecision,
  'DisputeDecisionCreate.outcome': disputeOutcome,
  'DisputeDecisionCreate.reasonCode': disputeDecision,
  'ProviderReport.reasonCode': reportReason,
  'ProviderReportCreate.reasonCode': reportReason,
  'ProviderReport.state': { open: 'Waits for an operator.', decided: 'Decided. Final.' },
  'ProviderReport.outcome': reportOutcome,
  'ProviderReport.decisionReason': reportDecision,
  'ReportDecisionCreate.outcome': reportOutcome,
  'ReportDecisionCreate.reasonCode': reportDecision,
  'Moderation.state': requestState,
  'moderation.state': requestState,
  'moderation.kind': {
    review: 'A review.',
    review_response: 'A response to a review.',
    dispute: 'A dispute.',
    report: 'A report of a provider.',
  },
};
