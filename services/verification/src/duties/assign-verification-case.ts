import { caseDuties } from '@trust/contracts/events/verification';
import { Reason } from '@trust/contracts/free-text';
import { z } from 'zod';
import { command } from '../app.ts';
import { CaseParams } from '../case/record/params.ts';
import { casePermissions } from '../case/record/visibility.ts';
import { OperatorCase } from '../case/views/schema.ts';
import { toOperatorCase } from '../case/views/views.ts';
import { assignDuty } from './assign-duty.ts';

const NewAssignment = z
  .strictObject({ assigneeId: z.uuid().optional(), duty: z.enum(caseDuties).optional(), reason: Reason })
  .meta({ id: 'CaseAssign' });

export const assignVerificationCase = command(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/assign',
    summary: 'Assign a duty of a case',
    description:
      'A case has the duties `review` (while it is `in_review`), `decide` (while it is `recommended`) and `appeal` (while it is `under_appeal`), held by different people. With `verification.cases.review`, `verification.cases.decide` or `verification.appeals.review` you can claim an unassigned duty for yourself. With `verification.cases.assign` you can assign anyone who has that permission and no conflict of interest, replacing the current assignee. An operator has unfinished duties in at most 10 open cases (a setting). Without `duty`, the duty that matches the assignee’s permission is assigned. The previous assignee loses access to the evidence.',
    access: 'session',
    permissions: casePermissions,
    limit: 'privileged-operation',
    params: CaseParams,
    body: NewAssignment,
    responds: { status: 200, body: OperatorCase },
    problems: ['forbidden', 'not-found', 'state-conflict', 'separation-of-duties'],
  },
  async (input, app, trx) => {
    const found = await assignDuty(trx, app, input);
    return toOperatorCase(trx, found, app.now());
  },
);
