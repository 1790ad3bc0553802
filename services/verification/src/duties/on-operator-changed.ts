import { operatorChanged, operatorSnapshot } from '@trust/contracts/events/identity';
import { saveState } from '@trust/service-kit/inbox/projection';
import { on } from '../app.ts';
import { duties, permissionFor } from '../case/record/duty.ts';
import { endAssignments } from './end-assignments.ts';

export const onOperatorChanged = on.each(
  [operatorChanged, operatorSnapshot],
  async ({ userId, permissions, workName = null, occurredAt }, { trx, event }, app) => {
    const operator = { user_id: userId, permissions, work_name: workName, changed_at: occurredAt };
    if (!(await saveState(trx, 'operator', { key: 'user_id', newest: 'changed_at' }, operator))) return;
    const lost = duties.filter((duty) => !permissions.includes(permissionFor[duty]));
    await endAssignments(trx, app, { assigneeId: userId, duties: lost, because: 'permission_ended' }, event);
  },
);
