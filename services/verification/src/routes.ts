import { withActions } from '@trust/service-kit/actions/with-actions';
import type { Routes } from '@trust/service-kit/http/route';
import { withOperatorNames } from '@trust/service-kit/operator-names';
import { answersWithActions } from './actions.ts';
import type { App } from './app.ts';
import { createCheck } from './case/checks/create-check.ts';
import { listChecks } from './case/checks/list-checks.ts';
import { createCorrectionRequest } from './case/corrections/create-correction-request.ts';
import { withdrawCorrectionRequest } from './case/corrections/withdraw-correction-request.ts';
import { createVerificationCase } from './case/opening-and-ending/create-verification-case.ts';
import { withdrawVerificationCase } from './case/opening-and-ending/withdraw-verification-case.ts';
import { createRecommendation } from './case/review/create-recommendation.ts';
import { startReview } from './case/review/start-review.ts';
import { getVerificationCase } from './case/views/get-verification-case.ts';
import { listVerificationCases } from './case/views/list-verification-cases.ts';
import { cancelFieldVisit } from './case/visits/cancel-field-visit.ts';
import { createFieldVisit } from './case/visits/create-field-visit.ts';
import { assignOperationsCase } from './duties/assign-operations-case.ts';
import { assignVerificationCase } from './duties/assign-verification-case.ts';
import { releaseVerificationCase } from './duties/release-verification-case.ts';
import { createAppeal } from './outcome/appeals/create-appeal.ts';
import { createAppealCheck } from './outcome/appeals/create-appeal-check.ts';
import { createAppealDecision } from './outcome/appeals/create-appeal-decision.ts';
import { createAppealRecommendation } from './outcome/appeals/create-appeal-recommendation.ts';
import { getAppeal } from './outcome/appeals/get-appeal.ts';
import { listAppeals } from './outcome/appeals/list-appeals.ts';
import { withdrawAppeal } from './outcome/appeals/withdraw-appeal.ts';
import { listWorkspaceClaims } from './outcome/claims/list-workspace-claims.ts';
import { createDecision } from './outcome/decisions/create-decision.ts';
import { getDecision } from './outcome/decisions/get-decision.ts';
import { getAppealReceipt } from './outcome/receipts/get-appeal-receipt.ts';
import { getDecisionReceipt } from './outcome/receipts/get-decision-receipt.ts';
import { listVerificationTimeline } from './timeline/list-verification-timeline.ts';

const declared = {
  listVerificationTimeline,
  listWorkspaceClaims,
  listVerificationCases,
  createVerificationCase,
  getVerificationCase,
  assignVerificationCase,
  assignOperationsCase,
  releaseVerificationCase,
  withdrawVerificationCase,
  startReview,
  createCheck,
  listChecks,
  createCorrectionRequest,
  withdrawCorrectionRequest,
  createFieldVisit,
  cancelFieldVisit,
  createRecommendation,
  createDecision,
  getDecision,
  getDecisionReceipt,
  createAppeal,
  listAppeals,
  getAppeal,
  createAppealCheck,
  createAppealDecision,
  createAppealRecommendation,
  withdrawAppeal,
  getAppealReceipt,
} satisfies Routes<App>;

const named = withOperatorNames(declared, { table: 'operator', key: 'user_id' });

export const routes = withActions<App, typeof named>(named, answersWithActions);
