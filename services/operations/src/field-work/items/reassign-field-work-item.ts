import { audit, command } from '../../app.ts';
import { announceAssignment } from '../announce.ts';
import { mapAssigneeErrors } from '../assignee.ts';
import { lockItemToChange } from '../lock-item-to-change.ts';
import { updateItem } from '../queries.ts';
import { scopeOf } from '../scope.ts';
import { notFrom, reassignable } from '../states.ts';
import { WorkItemParams } from '../work-item-params.ts';
import { FieldWorkItem, FieldWorkReassign } from './schema.ts';
import { itemBody } from './views.ts';

export const reassignFieldWorkItem = command(
  {
    method: 'post',
    path: '/operations/field-work-items/{workItemId}/reassign',
    summary: 'Reassign a field work item',
    description:
      'To an operator with `operations.field-work.perform` who does not represent the provider. The former agent can no longer read it. An item whose submission waits for review keeps its agent.',
    access: 'operations.field-work.manage',
    stepUp: true,
    limit: 'privileged-operation',
    params: WorkItemParams,
    body: FieldWorkReassign,
    responds: { status: 200, body: FieldWorkItem },
    problems: ['not-found', 'invalid-transition', 'state-conflict', 'separation-of-duties'],
    acts: { on: 'field_work_item', as: 'reassign_field_work' },
    rule: async ({ actor, params }, { now }, trx) => {
      const item = await lockItemToChange(trx, actor, { id: params.workItemId, at: now() });
      if (!reassignable.includes(item.state)) throw notFrom(item.state, 'reassign');
      return item;
    },
  },
  async (input, { now }, trx, before) => {
    const { assigneeId, reason } = input.body;
    const scope = scopeOf(input.actor);
    const at = now();
    const after = await mapAssigneeErrors(() => updateItem(trx, before.id, { assignee_id: assigneeId }));
    await announceAssignment(trx, after, { before, at, by: scope.userId });
    await audit(trx, input, {
      objectType: 'field_work_item',
      objectId: after.id,
      reason,
      before: { assigneeId: before.assignee_id },
      after: { assigneeId },
    });
    return itemBody(trx, after.id, scope, at);
  },
);
