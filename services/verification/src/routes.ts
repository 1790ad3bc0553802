import type { Routes } from '@trust/service-kit/http/route';
import type { App } from './app.ts';
import { assignVerificationCase } from './assignments/assign-verification-case.ts';
import { createCheck } from './cases/create-check.ts';
import { createRecommendation } from './cases/create-recommendation.ts';
import { getVerificationCase } from './cases/get-verification-case.ts';
import { listVerificationCases } from './cases/list-verification-cases.ts';
import { createDecision } from './decisions/create-decision.ts';
import { getDecision } from './decisions/get-decision.ts';
import { listVerificationTimeline } from './timeline/list-verification-timeline.ts';

export const routes = {
  listVerificationTimeline,
  listVerificationCases,
  getVerificationCase,
  assignVerificationCase,
  createCheck,
  createRecommendation,
  createDecision,
  getDecision,
} satisfies Routes<App>;
