import { targetedOverrides } from '@trust/contracts/events/operations';
import { Reason } from '@trust/contracts/free-text';
import { Page } from '@trust/contracts/page';
import { z } from 'zod';

export const overrideKinds = ['publication-gate', ...targetedOverrides] as const;
const overrideActions = ['open', 'close', 'extend', 'block', 'lift'] as const;

export const OverrideCreate = z
  .strictObject({
    kind: z.enum(overrideKinds),
    action: z.enum(overrideActions).optional(),
    targetId: z.uuid().optional(),
    days: z.int().min(1).max(14).optional(),
    reason: Reason,
  })
  .meta({ id: 'OverrideCreate' });

export const OverrideApprovalCreate = z
  .strictObject({ decision: z.enum(['approve', 'reject']), reason: Reason })
  .meta({ id: 'OverrideApprovalCreate' });

const OverrideApproval = z
  .object({
    approverId: z.uuid(),
    decision: z.enum(['approve', 'reject']),
    reason: z.string(),
    decidedAt: z.iso.datetime(),
  })
  .meta({ id: 'OverrideApproval' });

export const Override = z
  .object({
    id: z.uuid(),
    kind: z.enum(overrideKinds),
    action: z.enum(overrideActions),
    targetId: z.uuid().nullable(),
    days: z.number().int().nullable(),
    state: z.enum(['pending', 'approved', 'rejected', 'withdrawn', 'expired']),
    reason: z.string(),
    requesterId: z.uuid(),
    requestedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    approvalsNeeded: z.number().int(),
    approvals: z.array(OverrideApproval),
  })
  .meta({ id: 'Override' });

export const OverridePage = Page(Override).meta({ id: 'OverridePage' });
