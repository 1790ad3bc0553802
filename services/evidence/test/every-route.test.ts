import { sourcesOf, testEveryRoute, testLimits } from '@trust/service-testing/every-route';
import { testRefusals } from '@trust/service-testing/refusals';
import { routes } from '../src/routes.ts';
import { startEvidence } from './service.ts';

testEveryRoute(startEvidence, routes, sourcesOf(import.meta.dirname));
testRefusals(startEvidence, routes);
testLimits(startEvidence, routes, {
  createUploadIntent: ['upload-session'],
  interruptUploadIntent: [],
  retryUploadIntent: ['upload-session'],
  confirmUploadIntent: ['evidence-confirm'],
  deleteUploadIntent: [],
  putUploadPart: [],
  createUploadSession: ['upload-session'],
  createEvidence: ['evidence-confirm'],
  deleteEvidence: [],
  replaceEvidence: ['upload-session'],
  createReviewGrant: ['privileged-operation'],
  deleteReviewGrant: ['privileged-operation'],
  createFieldPhoto: ['field-photo'],
  confirmFieldPhoto: ['field-photo'],
  createMedia: ['media-upload'],
  confirmMedia: ['media-upload'],
  deleteMedia: ['media-upload'],
  getPublicMedia: ['public-media'],
  getModeratedImage: ['privileged-operation'],
});
