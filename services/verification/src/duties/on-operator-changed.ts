import { operatorChanged, operatorSnapshot } from '@trust/contracts/events/identity';
import { on } from '../app.ts';
import { duties, permissionFor } from '../case/record/duty.ts';
import { saveOperator } from '../from-other-services/operators.ts';
import { endAssignments } from './end-assignments.ts';

export const onOperatorChanged = [operatorChanged, operatorSnapshot].map((type) =>
  on(type, async ({ userId, permissions, occurredAt }, { trx, event }, app) => {
    if (!(await saveOperator(trx, { userId, permissions, changedAt: occurredAt }))) return;
    const lost = duties.filter((duty) => !permissions.includes(permissionFor[duty]));
    await endAssignments(trx, app, { assigneeId: userId, duties: lost }, event);
  }),
);
