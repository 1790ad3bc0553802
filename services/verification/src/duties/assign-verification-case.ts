import { CaseDuty } from '@trust/contracts/events/verification';
import { Reason } from '@trust/contracts/values/free-text';
import { z } from 'zod';
import { command } from '../app.ts';
import { CaseParams } from '../case/record/params.ts';
import { casePermissions } from '../case/record/visibility.ts';
import { OperatorCase } from '../case/views/schema.ts';
import { toOperatorCase } from '../case/views/views.ts';
import { assignDuty, lockAssignable } from './assign-duty.ts';

const NewAssignment = z
  .strictObject({
    assigneeId: z
      .uuid()
      .optional()
      .describe('Identifier of the operator to assign. Without it, you claim the duty yourself.'),
    duty: CaseDuty.optional().describe(
      'The duty to assign. By default, the duty that matches the permission of the assignee.',
    ),
    reason: Reason.meta({
      description: 'Why, for the audit log: 10 to 500 characters.',
      examples: ['I have time, and no connection with this provider.'],
    }),
  })
  .meta({ id: 'CaseAssign' });

export const assignVerificationCase = command(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/assign',
    summary: 'Assign a duty of a case',
    description:
      'A case has the duties `review` (while it is `in_review`), `decide` (while it is `recommended`) and `appeal` (while it is `under_appeal`), held by different people. With `verification.cases.review`, `verification.cases.decide` or `verification.appeals.review` you can claim an unassigned duty for yourself. With `verification.cases.assign` you can assign anyone who has that permission and no conflict of interest, replacing the current assignee. An operator has unfinished duties in at most 10 open cases (a setting). Without `duty`, the duty that matches the assignee’s permission is assigned. The previous assignee loses access to the evidence. While another operator has claimed the case in the queue, you cannot take its duty yourself: 409 `taken` says who and until when; assigning it to somebody ends the claim. Assigning somebody else needs a sign-in within five minutes.',
    access: 'session',
    permissions: casePermissions,
    stepUp: 'some',
    limit: 'privileged-operation',
    params: CaseParams,
    body: NewAssignment,
    responds: { status: 200, body: OperatorCase },
    problems: ['forbidden', 'not-found', 'taken', 'invalid-transition', 'state-conflict', 'separation-of-duties'],
    acts: {
      on: 'case',
      as: {
        take_review: { duty: 'review' },
        take_decision: { duty: 'decide' },
        take_appeal: { duty: 'appeal' },
      },
    },
    rule: lockAssignable,
  },
  async (input, app, trx, assignable) => {
    const found = await assignDuty(trx, app, input, assignable);
    return toOperatorCase(trx, found, app.now());
  },
);
