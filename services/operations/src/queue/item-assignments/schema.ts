import { Reason } from '@trust/contracts/values/free-text';
import { someOf } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { SubjectType } from '../subject-type.ts';

/** Cases have a route of their own, in verification. */
export const AssignableType = someOf(SubjectType, ['escalation', 'incident', 'field_work_item']);
export type AssignableType = z.output<typeof AssignableType>;

export const AssignableParams = z.object({
  subjectType: AssignableType.describe('Type of the subject.'),
  subjectId: z.uuid().describe('Identifier of the subject.'),
});

export const TriageAssign = z
  .strictObject({
    assigneeId: z
      .uuid()
      .optional()
      .describe(
        'Identifier of the operator who gets the work. Without it, the present operator with the least open work.',
      ),
    reason: Reason.meta({
      description: 'Why it is assigned: 10 to 500 characters.',
      examples: ['You handled the first report of this provider.'],
    }),
  })
  .meta({ id: 'TriageAssign' });
