import { emergencyKinds } from '@trust/contracts/events/operations';
import { Reason } from '@trust/contracts/free-text';
import { Page, PageQuery } from '@trust/contracts/page';
import { z } from 'zod';
import type { EmergencyOutcome } from '../../db/schema.ts';
import { slaStatuses } from '../../sla-status.ts';
import { emergencyStates, maxHours } from './states.ts';

const outcomes = ['justified', 'not_justified'] as const satisfies readonly EmergencyOutcome[];

export const EmergencyActionCreate = z
  .strictObject({
    kind: z.enum(emergencyKinds),
    targetId: z.uuid(),
    expiresInHours: z.int().min(1).max(maxHours).optional(),
    reason: Reason,
  })
  .meta({ id: 'EmergencyActionCreate' });

export const EmergencyActionLift = z.strictObject({ reason: Reason }).meta({ id: 'EmergencyActionLift' });

export const EmergencyActionReview = z
  .strictObject({ outcome: z.enum(outcomes), reason: Reason })
  .meta({ id: 'EmergencyActionReview' });

export const EmergencyActionParams = z.object({ actionId: z.uuid() });

export const EmergencyActionQuery = PageQuery.extend({
  kind: z.enum(emergencyKinds).optional(),
  state: z.enum(emergencyStates).optional(),
  targetId: z.uuid().optional(),
});

export const EmergencyAction = z
  .object({
    id: z.uuid(),
    kind: z.enum(emergencyKinds),
    targetId: z.uuid(),
    providerId: z.uuid().nullable(),
    state: z.enum(emergencyStates),
    reason: z.string(),
    actorId: z.uuid(),
    startedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    lift: z.object({ lifterId: z.uuid(), liftedAt: z.iso.datetime(), reason: z.string() }).nullable(),
    reviewDueAt: z.iso.datetime(),
    slaStatus: z.enum(slaStatuses),
    review: z
      .object({
        reviewerId: z.uuid(),
        outcome: z.enum(outcomes),
        reason: z.string(),
        reviewedAt: z.iso.datetime(),
      })
      .nullable(),
  })
  .meta({ id: 'EmergencyAction' });

export const EmergencyTarget = z
  .object({
    kind: z.enum(emergencyKinds),
    targetId: z.uuid(),
    categoryKey: z.string().nullable(),
    requirementKey: z.string().nullable(),
  })
  .meta({ id: 'EmergencyTarget' });

export const EmergencyTargetPage = Page(EmergencyTarget).meta({ id: 'EmergencyTargetPage' });

export const EmergencyActionPage = Page(EmergencyAction).meta({ id: 'EmergencyActionPage' });
