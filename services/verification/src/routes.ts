import type { Routes } from '@trust/service-kit/http/route';
import type { App } from './app.ts';
import { createAppeal } from './appeals/create-appeal.ts';
import { createAppealCheck } from './appeals/create-appeal-check.ts';
import { createAppealDecision } from './appeals/create-appeal-decision.ts';
import { getAppeal } from './appeals/get-appeal.ts';
import { listAppeals } from './appeals/list-appeals.ts';
import { withdrawAppeal } from './appeals/withdraw-appeal.ts';
import { assignOperationsCase } from './assignments/assign-operations-case.ts';
import { assignVerificationCase } from './assignments/assign-verification-case.ts';
import { releaseVerificationCase } from './assignments/release-verification-case.ts';
import { createRecommendation } from './cases/create-recommendation.ts';
import { createVerificationCase } from './cases/create-verification-case.ts';
import { getVerificationCase } from './cases/get-verification-case.ts';
import { listVerificationCases } from './cases/list-verification-cases.ts';
import { startReview } from './cases/start-review.ts';
import { createCheck } from './checks/create-check.ts';
import { listChecks } from './checks/list-checks.ts';
import { listWorkspaceClaims } from './claims/list-workspace-claims.ts';
import { createCorrectionRequest } from './corrections/create-correction-request.ts';
import { withdrawCorrectionRequest } from './corrections/withdraw-correction-request.ts';
import { createDecision } from './decisions/create-decision.ts';
import { getDecision } from './decisions/get-decision.ts';
import { cancelFieldVisit } from './field-visits/cancel-field-visit.ts';
import { createFieldVisit } from './field-visits/create-field-visit.ts';
import { getAppealReceipt } from './receipts/get-appeal-receipt.ts';
import { getDecisionReceipt } from './receipts/get-decision-receipt.ts';
import { listVerificationTimeline } from './timeline/list-verification-timeline.ts';
import { withdrawVerificationCase } from './withdrawals/withdraw-verification-case.ts';

export const routes = {
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
  withdrawAppeal,
  getAppealReceipt,
} satisfies Routes<App>;
