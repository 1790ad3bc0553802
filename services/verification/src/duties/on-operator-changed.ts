import { operatorChanged, operatorSnapshot } from '@trust/contracts/events/identity';
import { saveState } from '@trust/service-kit/inbox/projection';
import { on } from '../app.ts';
import { announceExcluded } from '../case/effects/announce-changes.ts';
import { duties, permissionFor } from '../case/record/duty.ts';
import { findProvidersBeside } from '../from-other-services/claim-subjects.ts';
import { lockAssignee } from '../from-other-services/operators.ts';
import { findRepresented } from '../from-other-services/providers.ts';
import { endAssignments } from './end-assignments.ts';

export const onOperatorChanged = on.each(
  [operatorChanged, operatorSnapshot],
  async ({ userId, permissions, workName = null, occurredAt }, { trx, event }, app) => {
    const operator = { user_id: userId, permissions, work_name: workName, changed_at: occurredAt };
    // Whoever becomes an operator may stand with a provider already. Lock order: operator, then provider.
    await lockAssignee(trx, userId);
    const sides = await findProvidersBeside(trx, await findRepresented(trx, userId));
    const isNewest = await announceExcluded(trx, app, sides, () =>
      saveState(trx, 'operator', { key: 'user_id', newest: 'changed_at' }, operator),
    );
    if (!isNewest) return;
    const lost = duties.filter((duty) => !permissions.includes(permissionFor[duty]));
    await endAssignments(trx, app, { assigneeId: userId, duties: lost, because: 'permission_ended' }, event);
  },
);
