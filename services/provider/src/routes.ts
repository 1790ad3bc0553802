import type { Routes } from '@trust/service-kit/http/route';
import type { App } from './app.ts';
import { listPublicAvailability } from './availability/list-public-availability.ts';
import { putAvailability } from './availability/put-availability.ts';
import { putProviderAvailability } from './availability/put-provider-availability.ts';
import { listCategories } from './catalog/list-categories.ts';
import { listPublicCategories } from './catalog/list-public-categories.ts';
import { getClaimQr } from './claim-verification/get-claim-qr.ts';
import { verifyClaim } from './claim-verification/verify-claim.ts';
import { verifyClaims } from './claim-verification/verify-claims.ts';
import { createDispute } from './disputes/create-dispute.ts';
import { createDisputeAppeal } from './disputes/create-dispute-appeal.ts';
import { createDisputeStatement } from './disputes/create-dispute-statement.ts';
import { getDispute } from './disputes/get-dispute.ts';
import { listAccountDisputes } from './disputes/list-account-disputes.ts';
import { listProviderDisputes } from './disputes/list-provider-disputes.ts';
import { withdrawDispute } from './disputes/withdraw-dispute.ts';
import { acceptEnquiry } from './enquiries/accept-enquiry.ts';
import { closeEnquiry } from './enquiries/close-enquiry.ts';
import { createEnquiry } from './enquiries/create-enquiry.ts';
import { createEnquiryMessage } from './enquiries/create-enquiry-message.ts';
import { declineEnquiry } from './enquiries/decline-enquiry.ts';
import { getEnquiry } from './enquiries/get-enquiry.ts';
import { handOffContact } from './enquiries/hand-off-contact.ts';
import { listAccountEnquiries } from './enquiries/list-account-enquiries.ts';
import { listProviderEnquiries } from './enquiries/list-provider-enquiries.ts';
import { listWorkspaceEnquiries } from './enquiries/list-workspace-enquiries.ts';
import { createRepresentative } from './invitations/create-representative.ts';
import { putLocation } from './location/put-location.ts';
import { putProviderLocation } from './location/put-provider-location.ts';
import { putServiceAreas } from './location/put-service-areas.ts';
import { geocode } from './places/geocode.ts';
import { reverseGeocode } from './places/reverse-geocode.ts';
import { suggestPlaces } from './places/suggest-places.ts';
import { patchProfile } from './profile/patch-profile.ts';
import { patchProvider } from './profile/patch-provider.ts';
import { createProvider } from './providers/create-provider.ts';
import { getProvider } from './providers/get-provider.ts';
import { transitionProvider } from './providers/transition-provider.ts';
import { getPublicProvider } from './public/get-public-provider.ts';
import { listPublicClaims } from './public/list-public-claims.ts';
import { searchProviders } from './public/search-providers.ts';
import { createProviderReport } from './reports/create-provider-report.ts';
import { getProviderReport } from './reports/get-provider-report.ts';
import { listAccountReports } from './reports/list-account-reports.ts';
import { deleteRepresentative } from './representatives/delete-representative.ts';
import { listRepresentatives } from './representatives/list-representatives.ts';
import { createReviewResponseFlag } from './review-responses/create-review-response-flag.ts';
import { deleteReviewResponse } from './review-responses/delete-review-response.ts';
import { getReviewResponse } from './review-responses/get-review-response.ts';
import { listReviewResponses } from './review-responses/list-review-responses.ts';
import { putReviewResponse } from './review-responses/put-review-response.ts';
import { createReview } from './reviews/create-review.ts';
import { createReviewAppeal } from './reviews/create-review-appeal.ts';
import { createReviewFlag } from './reviews/create-review-flag.ts';
import { getReview } from './reviews/get-review.ts';
import { listAccountReviews } from './reviews/list-account-reviews.ts';
import { listProviderReviews } from './reviews/list-provider-reviews.ts';
import { listPublicReviews } from './reviews/list-public-reviews.ts';
import { withdrawReview } from './reviews/withdraw-review.ts';
import { deleteProviderCategory } from './services/delete-provider-category.ts';
import { deleteService } from './services/delete-service.ts';
import { putProviderCategory } from './services/put-provider-category.ts';
import { putService } from './services/put-service.ts';
import { getJwks } from './signing-keys/get-jwks.ts';
import { getTrustPolicy } from './trust-policy/get-trust-policy.ts';
import { getWorkspace } from './workspace/get-workspace.ts';
// `search` comes before `{publicProviderId}`, which would match it.
export const routes = {
  getWorkspace,
  patchProfile,
  putService,
  deleteService,
  putLocation,
  putAvailability,
  listWorkspaceEnquiries,
  listReviewResponses,
  createProvider,
  getProvider,
  patchProvider,
  transitionProvider,
  listRepresentatives,
  createRepresentative,
  deleteRepresentative,
  putProviderCategory,
  deleteProviderCategory,
  putProviderLocation,
  putServiceAreas,
  putProviderAvailability,
  listCategories,
  geocode,
  reverseGeocode,
  suggestPlaces,
  listPublicCategories,
  searchProviders,
  getPublicProvider,
  listPublicClaims,
  listPublicAvailability,
  createEnquiry,
  getEnquiry,
  listAccountEnquiries,
  listProviderEnquiries,
  acceptEnquiry,
  declineEnquiry,
  handOffContact,
  closeEnquiry,
  createEnquiryMessage,
  createDispute,
  createDisputeAppeal,
  createDisputeStatement,
  getDispute,
  listAccountDisputes,
  listProviderDisputes,
  withdrawDispute,
  createReview,
  createReviewAppeal,
  createReviewFlag,
  getReview,
  listAccountReviews,
  listProviderReviews,
  withdrawReview,
  listPublicReviews,
  putReviewResponse,
  deleteReviewResponse,
  createReviewResponseFlag,
  getReviewResponse,
  createProviderReport,
  getProviderReport,
  listAccountReports,
  verifyClaim,
  verifyClaims,
  getClaimQr,
  getTrustPolicy,
  getJwks,
} satisfies Routes<App>;
