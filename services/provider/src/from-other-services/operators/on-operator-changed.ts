import { operatorChanged, operatorSnapshot } from '@trust/contracts/events/identity';
import { saveState } from '@trust/service-kit/inbox/projection';
import { on } from '../../app.ts';

export const onOperatorChanged = on.each(
  [operatorChanged, operatorSnapshot],
  async ({ userId, workName = null, occurredAt }, { trx }) => {
    const row = { user_id: userId, work_name: workName, changed_at: occurredAt };
    await saveState(trx, 'operator_name', { key: 'user_id', newest: 'changed_at' }, row);
  },
);
