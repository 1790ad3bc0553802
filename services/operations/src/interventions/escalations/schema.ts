import { Actions } from '@trust/contracts/actions/actions';
import { Page, PageQuery } from '@trust/contracts/page';
import { Reason } from '@trust/contracts/values/free-text';
import { z } from 'zod';
import { recordFields } from '../operations-records/operations-record.ts';
import { RecordState } from '../operations-records/states.ts';
import { EscalationSubject } from './find-subject.ts';
import { EscalationReason } from './reasons.ts';

const Subject = z.object({
  type: EscalationSubject.describe('Type of the subject.'),
  id: z.uuid().describe('Identifier of the subject.'),
});

export const EscalationCreate = z
  .strictObject({
    subject: z.strictObject(Subject.shape).describe('What to escalate.'),
    reasonCode: EscalationReason.meta({ description: 'Why it is escalated.', examples: ['evidence_conflict'] }),
    reason: Reason.meta({
      description: 'What the next operator must know: 10 to 500 characters.',
      examples: ['The name on the licence differs from the name on the identity card.'],
    }),
  })
  .meta({ id: 'EscalationCreate' });

export const EscalationStart = z
  .strictObject({
    reason: Reason.meta({
      description: 'Why you start it: 10 to 500 characters.',
      examples: ['I know this register and compare the names today.'],
    }),
  })
  .meta({ id: 'EscalationStart' });
export const EscalationResolve = z
  .strictObject({
    reason: Reason.meta({
      description: 'How it was resolved: 10 to 500 characters.',
      examples: ['The register confirms a change of name in 2021. The review can continue.'],
    }),
  })
  .meta({ id: 'EscalationResolve' });

export const EscalationParams = z.object({ escalationId: z.uuid().describe('Identifier of the escalation.') });

export const EscalationQuery = PageQuery.extend({
  state: RecordState.optional().describe('Only escalations in this state.'),
  reasonCode: EscalationReason.optional().describe('Only escalations with this reason.'),
  subjectId: z.uuid().optional().describe('Only escalations of this subject.'),
});

export const Escalation = z
  .object({
    id: z.uuid().describe('Identifier of the escalation.'),
    subject: Subject.describe('What is escalated.'),
    reasonCode: EscalationReason.meta({ description: 'Why it was escalated.', examples: ['evidence_conflict'] }),
    ...recordFields,
    reason: recordFields.reason.meta({
      description: 'Explanation by the operator who opened it.',
      examples: ['The name on the licence differs from the name on the identity card.'],
    }),
    state: recordFields.state.describe('State of the escalation.'),
    dueAt: recordFields.dueAt.meta({
      description: 'When the service level is breached: one business day after it was opened.',
      examples: ['2026-11-06T17:00:00.000Z'],
    }),
    openerId: recordFields.openerId.describe('Identifier of the operator who opened it.'),
    actions: Actions,
  })
  .meta({ id: 'Escalation' });

export const EscalationPage = Page(Escalation).meta({ id: 'EscalationPage' });
