import { sourcesOf, testEveryRoute, testLimits } from '@trust/service-testing/every-route';
import { testRefusals } from '@trust/service-testing/refusals';
import { routes } from '../src/routes.ts';
import { startVerification } from './service.ts';

testEveryRoute(startVerification, routes, sourcesOf(import.meta.dirname));
testRefusals(startVerification, routes);
testLimits(startVerification, routes, {
  releaseVerificationCase: ['privileged-operation'],
  assignOperationsCase: ['privileged-operation'],
  assignVerificationCase: ['privileged-operation'],
  withdrawVerificationCase: ['profile-mutation'],
  createVerificationCase: ['profile-mutation'],
  startReview: ['privileged-operation'],
  createCheck: ['privileged-operation'],
  createCorrectionRequest: ['privileged-operation'],
  withdrawCorrectionRequest: ['privileged-operation'],
  createFieldVisit: ['privileged-operation'],
  cancelFieldVisit: ['privileged-operation'],
  createRecommendation: ['privileged-operation'],
  createDecision: ['privileged-operation'],
  createAppeal: ['profile-mutation'],
  withdrawAppeal: ['profile-mutation'],
  createAppealCheck: ['privileged-operation'],
  createAppealRecommendation: ['privileged-operation'],
  createAppealDecision: ['privileged-operation'],
});
