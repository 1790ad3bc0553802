import { type Asked, evidencePath, invalidBody, ofAppeal, ofCase, reason } from './asked.ts';
import type { World } from './world.ts';

/** A route that requires `If-Match` reads it before it authorizes by case. */
const ofRevision = (asked: (world: World) => Asked) => (world: World) => ({
  ...asked(world),
  headers: { 'if-match': '"r1"' },
});

/** Of cases, their judgements and the documents under review. */
export const caseRequests: Record<string, Asked | ((world: World) => Asked)> = {
  createVerificationCase: ({ ours }) => ({ ...invalidBody, path: { providerId: ours.id } }),
  getVerificationCase: ofCase(),
  withdrawVerificationCase: ({ withdrawnCaseId: caseId }) => ({ path: { caseId }, body: { reason } }),
  // Nobody has the duty, so an allowed request changes nothing.
  releaseVerificationCase: ofCase({ duty: 'decide', reason }),
  'assignVerificationCase: to oneself': ofCase({ reason }),
  'assignVerificationCase: to decide': ofCase({ duty: 'decide', reason }),
  'assignVerificationCase: to its reviewer': (world) => ofCase({ assigneeId: world.userIds.reviewer, reason })(world),
  assignOperationsCase: (world) => ofCase({ assigneeId: world.userIds.reviewer, reason })(world),
  startReview: ofCase({ reason }),
  createCheck: ofCase({
    ...{ requirementKey: 'none', evidenceVersionId: '00000000-0000-7000-8000-000000000000' },
    ...{ subjectId: null, method: 'document_review', result: 'clear', reason },
  }),
  listChecks: ofCase(),
  listFieldPhotos: ofCase(),
  createCorrectionRequest: ofCase({
    requirements: [{ requirementKey: 'none', reasonCodes: ['wrong_document'], text: 'None.' }],
    reason,
  }),
  withdrawCorrectionRequest: (world) => ({
    ...invalidBody,
    path: { caseId: world.case.id, correctionRequestId: world.case.id },
  }),
  createFieldVisit: ofCase({ requirementKey: 'none', reason }),
  cancelFieldVisit: (world) => ({ ...invalidBody, path: { caseId: world.case.id, fieldVisitId: world.case.id } }),
  createDecision: ofRevision(
    ofCase({
      outcome: 'verified',
      claims: [{ type: 'identity', evidenceVersionId: null, result: 'granted' }],
      reasonCodes: ['all_checks_clear'],
      reason,
    }),
  ),
  getDecision: (world) => ({ path: { caseId: world.case.id, decisionId: world.case.id } }),
  getDecisionReceipt: (world) => ({ path: { caseId: world.case.id, decisionId: world.case.id } }),
  createAppeal: ofCase({
    decisionId: '00000000-0000-7000-8000-000000000000',
    grounds: ['evidence_misjudged'],
    statement: 'The licence shows the name of the owner.',
  }),
  listAppeals: ofCase(),
  getAppeal: ofAppeal(),
  createAppealCheck: ofAppeal({
    ...{ requirementKey: 'none', evidenceVersionId: '00000000-0000-7000-8000-000000000000' },
    ...{ subjectId: null, method: 'document_review', result: 'clear', reason },
  }),
  createAppealRecommendation: ofAppeal({
    ...{ outcome: 'overturned', caseOutcome: 'verified', reasonCodes: ['all_checks_clear'], reason },
    claims: [{ type: 'identity', evidenceVersionId: null, result: 'granted' }],
  }),
  createAppealDecision: ofAppeal({ outcome: 'upheld', reasonCodes: ['decision_confirmed'], reason }),
  withdrawAppeal: ofAppeal(),
  getAppealReceipt: ofAppeal(),
  createReviewGrant: (world) => ({ path: evidencePath(world), body: { reason } }),
  deleteReviewGrant: (world) => ({
    path: { ...evidencePath(world), grantId: world.grant.grantId },
  }),
  createRecommendation: ofRevision(ofCase({ outcome: 'verified', reasonCodes: ['all_checks_clear'], reason })),
};
