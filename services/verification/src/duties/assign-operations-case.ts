import { CaseDuty, CaseState } from '@trust/contracts/events/verification';
import { Reason } from '@trust/contracts/values/free-text';
import { z } from 'zod';
import { command } from '../app.ts';
import { activeAssignments } from '../case/record/assignments.ts';
import { CaseParams } from '../case/record/params.ts';
import { stateAt } from '../case/record/transitions.ts';
import { CaseAssignment } from '../case/views/schema.ts';
import { assignAutomatically, assignNamed } from './assign-automatically.ts';
import { findGivable } from './assign-duty.ts';

const NewAssignment = z
  .strictObject({
    assigneeId: z
      .uuid()
      .optional()
      .describe('Identifier of the operator who gets the duty. Without it, the present operator with the least load.'),
    duty: CaseDuty.optional().describe('The duty. Without it, the one that matches the permission of the assignee.'),
    reason: Reason.meta({
      description: 'Why it is assigned: 10 to 500 characters.',
      examples: ['You have the shortest queue this week.'],
    }),
  })
  .meta({ id: 'OperationsCaseAssign' });

const CaseAssignments = z
  .object({
    id: z.uuid().describe('Identifier of the case.'),
    state: CaseState.describe('State of the case.'),
    assignments: z
      .array(CaseAssignment)
      .describe('The active assignee of each duty of the case. Unassigned duties are not listed.'),
  })
  .meta({ id: 'CaseAssignments' });

// Verification serves it: services do not call each other.
export const assignOperationsCase = command(
  {
    method: 'post',
    path: '/operations/verification-cases/{caseId}/assign',
    summary: 'Assign a duty of a case to an operator',
    description:
      'For operators who assign: the rules are those of `POST /verification-cases/{caseId}/assign`, and the response shows nothing of the case but its duties. Without `assigneeId`, a free duty goes to the operator who is present, has the least load and room, and may hold it. Without `duty`, the duty that matches the assignee’s permission is assigned, or the one that the case waits for. `GET /operations/operators` lists who can get it.',
    access: 'verification.cases.assign',
    stepUp: true,
    limit: 'privileged-operation',
    params: CaseParams,
    body: NewAssignment,
    responds: { status: 200, body: CaseAssignments },
    problems: ['forbidden', 'not-found', 'taken', 'invalid-transition', 'state-conflict', 'separation-of-duties'],
    acts: {
      on: 'case',
      as: {
        assign_review: { duty: 'review' },
        assign_decision: { duty: 'decide' },
        assign_appeal: { duty: 'appeal' },
      },
    },
    rule: findGivable,
  },
  async (input, app, trx) => {
    const assign = input.body.assigneeId === undefined ? assignAutomatically : assignNamed;
    const found = await assign(trx, app, input);
    const assignments = await activeAssignments(trx, found.id);
    const body = {
      id: found.id,
      state: stateAt(found, app.now()),
      assignments: assignments.map(({ duty, assignee_id, assigned_at }) => ({
        duty,
        assigneeId: assignee_id,
        assignedAt: assigned_at.toISOString(),
      })),
    };
    return body;
  },
);
