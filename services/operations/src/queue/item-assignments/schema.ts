import { Reason } from '@trust/contracts/free-text';
import { z } from 'zod';

/** Cases have a route of their own, in verification. */
export const assignableTypes = ['escalation', 'incident', 'field_work_item'] as const;
export type AssignableType = (typeof assignableTypes)[number];

export const AssignableParams = z.object({ subjectType: z.enum(assignableTypes), subjectId: z.uuid() });

export const TriageAssign = z
  .strictObject({ assigneeId: z.uuid().optional(), reason: Reason })
  .meta({ id: 'TriageAssign' });
