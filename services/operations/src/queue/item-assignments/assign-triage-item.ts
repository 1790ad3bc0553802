import { requireFreshSignIn } from '@trust/service-kit/actors/step-up';
import { audit, command } from '../../app.ts';
import { findItemToChange, findOpenItem } from '../items/find-open-item.ts';
import { itemOf } from '../items/item-view.ts';
import { TriageItem } from '../schema.ts';
import { assignWork } from './assign-work.ts';
import { AssignableParams, TriageAssign } from './schema.ts';

export const assignTriageItem = command(
  {
    method: 'post',
    path: '/operations/triage/{subjectType}/{subjectId}/assign',
    summary: 'Assign an escalation, an incident or field work',
    description:
      'To `assigneeId`, or without it to the present operator with the permission, the least open work and room for more. Nobody gets work on a provider that they represent, and who opened an escalation does not get it automatically. An escalation or incident is started. Assigning anybody but yourself needs a sign-in within five minutes. Cases are assigned by `POST /operations/verification-cases/{caseId}/assign`.',
    access: 'operations.triage.read',
    stepUp: 'some',
    limit: 'privileged-operation',
    params: AssignableParams,
    body: TriageAssign,
    responds: { status: 200, body: TriageItem },
    problems: ['not-found', 'taken', 'separation-of-duties', 'state-conflict'],
  },
  async (input, app, trx) => {
    const { actor, params, body } = input;
    const at = app.now();
    if (body.assigneeId !== actor.userId) requireFreshSignIn(actor, at);
    const before = await findItemToChange(trx, actor, params, { asOf: at, calendar: app.calendar });
    const { subjectType: type, subjectId: id } = params;
    const assigneeId = await assignWork(trx, app, { actor, type, id, assigneeId: body.assigneeId, at });
    await audit(trx, input, {
      objectType: type,
      objectId: id,
      reason: body.reason,
      before: { state: before.state, assigneeId: null },
      after: { assigneeId, isAutomatic: body.assigneeId === undefined },
    });
    const after = await findOpenItem(trx, actor, params, { asOf: at, calendar: app.calendar });
    return itemOf(after, { asOf: at, userId: actor.userId });
  },
);
