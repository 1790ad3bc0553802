import { sourcesOf, testEveryRoute, testLimits } from '@trust/service-testing/every-route';
import { testRefusals } from '@trust/service-testing/refusals';
import { routes } from '../src/routes.ts';
import { startOperations } from './service.ts';

testEveryRoute(startOperations, routes, sourcesOf(import.meta.dirname));
testRefusals(startOperations, routes);
testLimits(startOperations, routes, {
  claimNextTriageItem: ['privileged-operation'],
  claimTriageItem: ['privileged-operation'],
  releaseTriageItem: ['privileged-operation'],
  snoozeTriageItem: ['privileged-operation'],
  liftTriageSnooze: ['privileged-operation'],
  createTriageNote: ['privileged-operation'],
  putSavedView: ['privileged-operation'],
  deleteSavedView: ['privileged-operation'],
  createFieldWorkItem: ['privileged-operation'],
  transitionFieldWorkItem: ['privileged-operation'],
  reassignFieldWorkItem: ['privileged-operation'],
  cancelFieldWorkItem: ['privileged-operation'],
  createFieldSubmission: ['privileged-operation'],
  createEscalation: ['privileged-operation'],
  startEscalation: ['privileged-operation'],
  resolveEscalation: ['privileged-operation'],
  createIncident: ['privileged-operation'],
  startIncident: ['privileged-operation'],
  resolveIncident: ['privileged-operation'],
  createEmergencyAction: ['privileged-operation'],
  liftEmergencyAction: ['privileged-operation'],
  reviewEmergencyAction: ['privileged-operation'],
  createDisputeDecision: ['privileged-operation'],
  createReportDecision: ['privileged-operation'],
  createReviewDecision: ['privileged-operation'],
  createReviewResponseDecision: ['privileged-operation'],
  createNameDecision: ['privileged-operation'],
  createMediaDecision: ['privileged-operation'],
  reviewPossibleDuplicate: ['privileged-operation'],
  assignTriageItem: ['privileged-operation'],
  createOverride: ['privileged-operation'],
  createOverrideApproval: ['privileged-operation'],
  withdrawOverride: ['privileged-operation'],
});
