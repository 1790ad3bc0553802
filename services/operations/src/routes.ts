import type { Routes } from '@trust/service-kit/http/route';
import type { App } from './app.ts';
import { createOverride } from './overrides/create-override.ts';
import { createOverrideApproval } from './overrides/create-override-approval.ts';
import { getOverride } from './overrides/get-override.ts';
import { listOverrides } from './overrides/list-overrides.ts';
import { withdrawOverride } from './overrides/withdraw-override.ts';
import { listTriageItems } from './triage/list-triage-items.ts';

export const routes = {
  listTriageItems,
  createOverride,
  listOverrides,
  getOverride,
  createOverrideApproval,
  withdrawOverride,
} satisfies Routes<App>;
