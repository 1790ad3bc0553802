import { withActions } from '@trust/service-kit/actions/with-actions';
import type { Routes } from '@trust/service-kit/http/route';
import { withOperatorNames } from '@trust/service-kit/operator-names';
import { answersWithActions } from './actions.ts';
import type { App } from './app.ts';
import { getCatalogTexts } from './catalog/get-catalog-texts.ts';
import { listCategories } from './catalog/list-categories.ts';
import { listPublicCategories } from './catalog/list-public-categories.ts';
import { deleteCustomerBlock } from './customers/blocks/delete-customer-block.ts';
import { listCustomerBlocks } from './customers/blocks/list-customer-blocks.ts';
import { putCustomerBlock } from './customers/blocks/put-customer-block.ts';
import { createDispute } from './customers/disputes/create-dispute.ts';
import { createDisputeAppeal } from './customers/disputes/create-dispute-appeal.ts';
import { createDisputeStatement } from './customers/disputes/create-dispute-statement.ts';
import { getDispute } from './customers/disputes/get-dispute.ts';
import { listAccountDisputes } from './customers/disputes/list-account-disputes.ts';
import { listProviderDisputes } from './customers/disputes/list-provider-disputes.ts';
import { withdrawDispute } from './customers/disputes/withdraw-dispute.ts';
import { acceptEnquiry } from './customers/enquiries/accept-enquiry.ts';
import { closeEnquiry } from './customers/enquiries/close-enquiry.ts';
import { createEnquiry } from './customers/enquiries/create-enquiry.ts';
import { createEnquiryMessage } from './customers/enquiries/create-enquiry-message.ts';
import { declineEnquiry } from './customers/enquiries/decline-enquiry.ts';
import { getEnquiry } from './customers/enquiries/get-enquiry.ts';
import { handOffContact } from './customers/enquiries/hand-off-contact.ts';
import { listAccountEnquiries } from './customers/enquiries/list-account-enquiries.ts';
import { listProviderEnquiries } from './customers/enquiries/list-provider-enquiries.ts';
import { listWorkspaceEnquiries } from './customers/enquiries/list-workspace-enquiries.ts';
import { createProviderReport } from './customers/reports/create-provider-report.ts';
import { getProviderReport } from './customers/reports/get-provider-report.ts';
import { listAccountReports } from './customers/reports/list-account-reports.ts';
import { createReviewFlag } from './customers/review-flags/create-review-flag.ts';
import { createReviewResponseFlag } from './customers/review-flags/create-review-response-flag.ts';
import { deleteReviewResponse } from './customers/review-responses/delete-review-response.ts';
import { getReviewResponse } from './customers/review-responses/get-review-response.ts';
import { listReviewResponses } from './customers/review-responses/list-review-responses.ts';
import { putReviewResponse } from './customers/review-responses/put-review-response.ts';
import { createReview } from './customers/reviews/create-review.ts';
import { createReviewAppeal } from './customers/reviews/create-review-appeal.ts';
import { getReview } from './customers/reviews/get-review.ts';
import { listAccountReviews } from './customers/reviews/list-account-reviews.ts';
import { listProviderReviews } from './customers/reviews/list-provider-reviews.ts';
import { listPublicReviews } from './customers/reviews/list-public-reviews.ts';
import { withdrawReview } from './customers/reviews/withdraw-review.ts';
import { getClaimQr } from './directory/claim-verification/get-claim-qr.ts';
import { verifyClaim } from './directory/claim-verification/verify-claim.ts';
import { verifyClaims } from './directory/claim-verification/verify-claims.ts';
import { geocode } from './directory/places/geocode.ts';
import { reverseGeocode } from './directory/places/reverse-geocode.ts';
import { suggestPlaces } from './directory/places/suggest-places.ts';
import { getPublicProvider } from './directory/public-providers/get-public-provider.ts';
import { getSignedClaims } from './directory/public-providers/get-signed-claims.ts';
import { listPublicAvailability } from './directory/public-providers/list-public-availability.ts';
import { listPublicClaims } from './directory/public-providers/list-public-claims.ts';
import { searchProviders } from './directory/search/search-providers.ts';
import { getJwks } from './directory/signing-keys/get-jwks.ts';
import { getTrustPolicy } from './directory/trust-policy/get-trust-policy.ts';
import { putAvailability } from './registration/availability/put-availability.ts';
import { putProviderAvailability } from './registration/availability/put-provider-availability.ts';
import { endClaimSubject } from './registration/claim-subjects/end-claim-subject.ts';
import { getVisitedPremises } from './registration/claim-subjects/get-visited-premises.ts';
import { listCaseClaimSubjects } from './registration/claim-subjects/list-case-claim-subjects.ts';
import { listClaimSubjects } from './registration/claim-subjects/list-claim-subjects.ts';
import { putPublicName } from './registration/claim-subjects/put-public-name.ts';
import { putRegisteredName } from './registration/claim-subjects/put-registered-name.ts';
import { getDisplayName } from './registration/display-names/get-display-name.ts';
import { putLocation } from './registration/location/put-location.ts';
import { putProviderLocation } from './registration/location/put-provider-location.ts';
import { putServiceAreas } from './registration/location/put-service-areas.ts';
import { getProviderMeasure } from './registration/measures/get-provider-measure.ts';
import { reviewProviderMeasure } from './registration/measures/review-provider-measure.ts';
import { patchProfile } from './registration/profile/patch-profile.ts';
import { patchProvider } from './registration/profile/patch-provider.ts';
import { createProvider } from './registration/providers/create-provider.ts';
import { getProvider } from './registration/providers/get-provider.ts';
import { transitionProvider } from './registration/providers/transition-provider.ts';
import { createRepresentative } from './registration/representatives/create-representative.ts';
import { deleteRepresentative } from './registration/representatives/delete-representative.ts';
import { listRepresentatives } from './registration/representatives/list-representatives.ts';
import { acceptPersonNaming } from './registration/responsible-person/accept-person-naming.ts';
import { deletePersonNaming } from './registration/responsible-person/delete-person-naming.ts';
import { getResponsiblePerson } from './registration/responsible-person/get-responsible-person.ts';
import { putResponsiblePerson } from './registration/responsible-person/put-responsible-person.ts';
import { deleteProviderCategory } from './registration/services/delete-provider-category.ts';
import { deleteService } from './registration/services/delete-service.ts';
import { putProviderCategory } from './registration/services/put-provider-category.ts';
import { putService } from './registration/services/put-service.ts';
import { getWorkspace } from './registration/workspace/get-workspace.ts';

// `search` comes before `{publicProviderId}`, which would match it.
const declared = {
  getWorkspace,
  patchProfile,
  putService,
  deleteService,
  putLocation,
  putRegisteredName,
  getResponsiblePerson,
  putResponsiblePerson,
  acceptPersonNaming,
  deletePersonNaming,
  putPublicName,
  putAvailability,
  listWorkspaceEnquiries,
  listReviewResponses,
  createProvider,
  getDisplayName,
  getProvider,
  patchProvider,
  transitionProvider,
  getProviderMeasure,
  reviewProviderMeasure,
  listRepresentatives,
  createRepresentative,
  deleteRepresentative,
  putProviderCategory,
  deleteProviderCategory,
  putProviderLocation,
  putServiceAreas,
  listClaimSubjects,
  listCaseClaimSubjects,
  getVisitedPremises,
  endClaimSubject,
  putProviderAvailability,
  getCatalogTexts,
  listCategories,
  geocode,
  reverseGeocode,
  suggestPlaces,
  listPublicCategories,
  searchProviders,
  getPublicProvider,
  listPublicClaims,
  getSignedClaims,
  listPublicAvailability,
  createEnquiry,
  getEnquiry,
  listAccountEnquiries,
  listProviderEnquiries,
  acceptEnquiry,
  declineEnquiry,
  handOffContact,
  closeEnquiry,
  putCustomerBlock,
  deleteCustomerBlock,
  listCustomerBlocks,
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

const named = withOperatorNames(declared, { table: 'operator_name', key: 'user_id' });

export const routes = withActions<App, typeof named>(named, answersWithActions);
