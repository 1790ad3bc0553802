import { audit, command } from '../../app.ts';
import { announceAssignment, announceCancelled } from '../announce.ts';
import { clockAfter } from '../clock.ts';
import { lockItemToChange } from '../lock-item-to-change.ts';
import { updateItem } from '../queries.ts';
import { scopeOf } from '../scope.ts';
import { isEnded, notFrom } from '../states.ts';
import { WorkItemParams } from '../work-item-params.ts';
import { FieldWorkCancel, FieldWorkItem } from './schema.ts';
import { itemBody } from './views.ts';

export const cancelFieldWorkItem = command(
  {
    method: 'post',
    path: '/operations/field-work-items/{workItemId}/cancel',
    summary: 'Cancel a field work item',
    description: 'The reviewer of the case sees the reason code. This is final.',
    access: 'operations.field-work.manage',
    limit: 'privileged-operation',
    params: WorkItemParams,
    body: FieldWorkCancel,
    responds: { status: 200, body: FieldWorkItem },
    problems: ['not-found', 'separation-of-duties', 'invalid-transition'],
    acts: { on: 'field_work_item', as: 'cancel_field_work' },
    rule: async ({ actor, params }, { now }, trx) => {
      const item = await lockItemToChange(trx, actor, { id: params.workItemId, at: now() });
      if (isEnded(item.state)) throw notFrom(item.state, 'cancel');
      return item;
    },
  },
  async (input, { now, calendar }, trx, before) => {
    const { reasonCode, reason } = input.body;
    const at = now();
    const ended = { state: 'cancelled' as const, ended_at: at, end_reason: reasonCode };
    const after = await updateItem(trx, before.id, { ...clockAfter(calendar, before, 'cancelled', at), ...ended });
    await announceAssignment(trx, after, { before, at });
    await announceCancelled(trx, after, reasonCode, at);
    await audit(trx, input, {
      objectType: 'field_work_item',
      objectId: after.id,
      reason,
      before: { state: before.state },
      after: { state: after.state, reasonCode },
    });
    return itemBody(trx, after.id, scopeOf(input.actor), at);
  },
);
