import { type Asked, invalidBody } from './asked.ts';
import type { World } from './world.ts';

const invalidQuery: Asked = { query: '?thereIsNone=1' };
const absentId = '01920000-0000-7000-8000-000000000000';

/** Writes are invalid or name an absent id, so that an authorized one changes nothing. */
export const customerRequests: Record<string, Asked | ((world: World) => Asked)> = {
  listPublicAvailability: { path: { publicProviderId: 'x' } },
  createEnquiry: invalidBody,
  getEnquiry: { ...invalidQuery, path: { enquiryId: absentId } },
  listAccountEnquiries: {},
  listProviderEnquiries: ({ ours }) => ({ path: { providerId: ours.id } }),
  acceptEnquiry: { ...invalidQuery, path: { enquiryId: absentId } },
  declineEnquiry: { ...invalidBody, path: { enquiryId: absentId } },
  handOffContact: { ...invalidQuery, path: { enquiryId: absentId } },
  closeEnquiry: { ...invalidQuery, path: { enquiryId: absentId } },
  createEnquiryMessage: { ...invalidBody, path: { enquiryId: absentId } },
  createReview: { ...invalidBody, path: { interactionId: absentId } },
  listAccountReviews: {},
  listProviderReviews: ({ ours }) => ({ path: { providerId: ours.id } }),
  withdrawReview: { ...invalidQuery, path: { reviewId: absentId } },
  getReview: { ...invalidQuery, path: { reviewId: absentId } },
  createReviewFlag: { ...invalidBody, path: { reviewId: absentId } },
  createReviewAppeal: { ...invalidBody, path: { reviewId: absentId } },
  putReviewResponse: ({ ours }) => ({ ...invalidBody, path: { providerId: ours.id, reviewId: absentId } }),
  deleteReviewResponse: ({ ours }) => ({ ...invalidQuery, path: { providerId: ours.id, reviewId: absentId } }),
  createReviewResponseFlag: { ...invalidBody, path: { reviewId: absentId } },
  getReviewResponse: { ...invalidQuery, path: { responseId: absentId } },
  listPublicReviews: { path: { publicProviderId: 'x' } },
  createDispute: { ...invalidBody, path: { interactionId: absentId } },
  getDispute: { ...invalidQuery, path: { disputeId: absentId } },
  listAccountDisputes: {},
  listProviderDisputes: ({ ours }) => ({ path: { providerId: ours.id } }),
  createDisputeStatement: { ...invalidBody, path: { disputeId: absentId } },
  createDisputeAppeal: { ...invalidBody, path: { disputeId: absentId } },
  withdrawDispute: { ...invalidQuery, path: { disputeId: absentId } },
  createProviderReport: { ...invalidBody, path: { publicProviderId: 'x' } },
  listAccountReports: {},
  getProviderReport: { ...invalidQuery, path: { reportId: absentId } },
  listDisputes: {},
  createDisputeDecision: { ...invalidBody, path: { disputeId: absentId } },
  listReviewModerations: {},
  createReviewDecision: { ...invalidBody, path: { reviewId: absentId } },
  listReviewResponseModerations: {},
  createReviewResponseDecision: { ...invalidBody, path: { responseId: absentId } },
  listProviderReports: {},
  createReportDecision: { ...invalidBody, path: { reportId: absentId } },
};
