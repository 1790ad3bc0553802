import type { Routes } from '@trust/service-kit/route';
import type { App } from './app.ts';
import { assignCase } from './cases/assign-case.ts';
import { getVerificationCase } from './cases/get-verification-case.ts';
import { listVerificationCases } from './cases/list-verification-cases.ts';
import { recordCheck } from './cases/record-check.ts';
import { recordRecommendation } from './cases/record-recommendation.ts';
import { recordDecision } from './decisions/record-decision.ts';
import { getVerificationTimeline } from './timeline/get-verification-timeline.ts';

export const routes = {
  getVerificationTimeline,
  listVerificationCases,
  getVerificationCase,
  assignCase,
  recordCheck,
  recordRecommendation,
  recordDecision,
} satisfies Routes<App>;
