import { sourcesOf, testEveryRoute, testLimits } from '@trust/service-testing/every-route';
import { testRefusals } from '@trust/service-testing/refusals';
import { routes } from '../src/routes.ts';
import { makeOwner } from './make.ts';
import { type ProviderService, startProvider } from './service.ts';

testEveryRoute(startProvider, routes, sourcesOf(import.meta.dirname));
const ownerOf = async (service: unknown) => {
  const { actor, id } = await makeOwner(service as ProviderService);
  return { actor, providerId: id };
};

testRefusals(startProvider, routes, ownerOf);
testLimits(
  startProvider,
  routes,
  {
    patchProfile: ['profile-mutation'],
    putService: ['profile-mutation'],
    deleteService: ['profile-mutation'],
    putLocation: ['profile-mutation'],
    putAvailability: ['profile-mutation'],
    putRegisteredName: ['profile-mutation'],
    putResponsiblePerson: ['profile-mutation'],
    acceptPersonNaming: ['profile-mutation'],
    deletePersonNaming: ['profile-mutation'],
    putPublicName: ['profile-mutation'],
    endClaimSubject: ['privileged-operation'],
    createProvider: ['profile-mutation'],
    patchProvider: ['profile-mutation'],
    transitionProvider: ['privileged-operation'],
    reviewProviderMeasure: ['privileged-operation'],
    createRepresentative: ['invitation'],
    deleteRepresentative: ['profile-mutation'],
    putProviderCategory: ['profile-mutation'],
    deleteProviderCategory: ['profile-mutation'],
    putProviderLocation: ['profile-mutation'],
    putServiceAreas: ['profile-mutation'],
    putProviderAvailability: ['profile-mutation'],
    geocode: ['geocode'],
    reverseGeocode: ['geocode'],
    suggestPlaces: ['place-suggestion'],
    searchProviders: ['public-search'],
    createEnquiry: ['enquiry', 'enquiry-device', 'enquiry-network'],
    acceptEnquiry: ['profile-mutation'],
    declineEnquiry: ['profile-mutation'],
    handOffContact: ['profile-mutation'],
    closeEnquiry: ['profile-mutation'],
    putCustomerBlock: ['profile-mutation'],
    deleteCustomerBlock: ['profile-mutation'],
    createEnquiryMessage: ['profile-mutation'],
    createReview: ['review'],
    createReviewAppeal: ['opinion-appeal'],
    createReviewFlag: ['review'],
    withdrawReview: ['profile-mutation'],
    createReviewResponseFlag: ['review'],
    deleteReviewResponse: ['profile-mutation'],
    putReviewResponse: ['profile-mutation'],
    createDispute: ['report'],
    createDisputeAppeal: ['opinion-appeal'],
    createDisputeStatement: ['profile-mutation'],
    withdrawDispute: ['profile-mutation'],
    createProviderReport: ['report'],
    verifyClaim: ['claim-verification'],
    verifyClaims: ['claim-verification-batch'],
  },
  ownerOf,
);
