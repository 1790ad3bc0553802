import { actorNames } from '../authorization/actors.ts';
import { type Allowed, answers, team } from './allowed-rule.ts';

/** Of enquiries, reviews, disputes and reports. */
export const allowedToCustomers: readonly Allowed[] = [
  {
    kinds: ['enquiry id'],
    places: answers('listWorkspaceEnquiries', 'listProviderEnquiries'),
    as: team,
    why: 'representatives who answer the enquiries of the provider; no text, no customer',
  },
  {
    kinds: ['enquiry id', 'interaction id'],
    places: answers('listAccountEnquiries'),
    as: ['member'],
    why: 'the customer who sent it',
  },
  {
    kinds: ['enquiry id', 'interaction id', 'message'],
    places: answers(
      'createEnquiry',
      'getEnquiry',
      'createEnquiryMessage',
      'acceptEnquiry',
      'declineEnquiry',
      'closeEnquiry',
      'handOffContact',
      'closeEnquiry',
    ),
    as: ['member', 'owner'],
    why: 'both sides of the enquiry',
  },
  {
    kinds: ['review id', 'interaction id', 'statement'],
    places: answers(
      'createReview',
      'getReview',
      'createReviewAppeal',
      'putReviewResponse',
      'createReviewFlag',
      'withdrawReview',
    ),
    as: ['member', 'owner', 'stranger', 'supervisor', 'supervisor2'],
    why: 'the author, the provider and operators who moderate; anybody flags a review that is shown',
  },
  {
    kinds: ['review id'],
    places: answers('listPublicReviews'),
    as: actorNames,
    why: 'a published review is public, and is flagged by its id',
  },
  {
    kinds: ['review id'],
    places: answers('listReviewResponses', 'listProviderReviews'),
    as: team,
    why: 'the published reviews of the provider and its responses',
  },
  {
    kinds: ['review id', 'interaction id'],
    places: answers('listAccountReviews'),
    as: ['member'],
    why: 'the author',
  },
  {
    kinds: ['review id', 'response id'],
    places: answers('getReviewResponse', 'putReviewResponse', 'listReviewResponses', 'listProviderReviews'),
    as: [...team, 'supervisor', 'supervisor2'],
    why: 'the provider, and operators who moderate',
  },
  {
    kinds: ['review id'],
    places: answers('createReviewResponseFlag'),
    as: ['stranger'],
    why: 'anybody flags a response that is shown with its review',
  },
  {
    kinds: ['dispute id', 'interaction id', 'statement'],
    places: answers(
      'createDispute',
      'getDispute',
      'createDisputeStatement',
      'createDisputeAppeal',
      'withdrawDispute',
      'listAccountDisputes',
      'listProviderDisputes',
    ),
    as: ['member', ...team, 'supervisor', 'supervisor2'],
    why: 'both sides of the dispute, and operators who decide it',
  },
  {
    kinds: ['report id', 'statement'],
    places: answers('createProviderReport', 'getProviderReport', 'listAccountReports'),
    as: ['member', 'supervisor', 'supervisor2'],
    why: 'who reported, and operators who examine it',
  },
  {
    kinds: ['review id', 'response id', 'dispute id', 'report id', 'provider id', 'person id'],
    places: answers(
      'listTriageItems',
      'listDisputes',
      'listReviewModerations',
      'listReviewResponseModerations',
      'createReviewResponseDecision',
      'listProviderReports',
      'createReviewDecision',
      'createDisputeDecision',
    ),
    as: ['supervisor', 'supervisor2'],
    why: 'operators who decide, and who has decided before them',
  },
  {
    kinds: ['contact'],
    places: answers('handOffContact', 'getEnquiry'),
    as: ['owner'],
    why: 'the provider, once the interaction is recorded (P4)',
  },
  {
    kinds: ['dispute id', 'enquiry id', 'interaction id', 'report id', 'response id', 'review id'],
    places: answers('listAuditEntries', 'getAuditExport'),
    as: ['auditor'],
    why: 'the audit log names the object of each action by its id',
  },
];
