import type { Routes } from '@trust/service-kit/route';
import type { App } from './app.ts';
import { getOverride } from './overrides/get-override.ts';
import { listOverrides } from './overrides/list-overrides.ts';
import { recordOverrideApproval } from './overrides/record-override-approval.ts';
import { requestOverride } from './overrides/request-override.ts';
import { listTriage } from './triage/list-triage.ts';

export const routes = {
  listTriage,
  requestOverride,
  listOverrides,
  getOverride,
  recordOverrideApproval,
} satisfies Routes<App>;
