import { Reason } from '@trust/contracts/free-text';
import { Page, PageQuery } from '@trust/contracts/page';
import { z } from 'zod';
import { recordFields } from '../operations-records/operations-record.ts';
import { recordStates } from '../operations-records/states.ts';
import { subjectTypes } from './find-subject.ts';
import { escalationReasons } from './reasons.ts';

const Subject = z.object({ type: z.enum(subjectTypes), id: z.uuid() });

export const EscalationCreate = z
  .strictObject({
    subject: z.strictObject(Subject.shape),
    reasonCode: z.enum(escalationReasons),
    reason: Reason,
  })
  .meta({ id: 'EscalationCreate' });

export const EscalationStart = z.strictObject({ reason: Reason }).meta({ id: 'EscalationStart' });
export const EscalationResolve = z.strictObject({ reason: Reason }).meta({ id: 'EscalationResolve' });

export const EscalationParams = z.object({ escalationId: z.uuid() });

export const EscalationQuery = PageQuery.extend({
  state: z.enum(recordStates).optional(),
  reasonCode: z.enum(escalationReasons).optional(),
  subjectId: z.uuid().optional(),
});

export const Escalation = z
  .object({
    id: z.uuid(),
    subject: Subject,
    reasonCode: z.enum(escalationReasons),
    ...recordFields,
  })
  .meta({ id: 'Escalation' });

export const EscalationPage = Page(Escalation).meta({ id: 'EscalationPage' });
