import { operatorChanged, operatorSnapshot } from '@trust/contracts/events/identity';
import { projection } from '../../app.ts';

export const onOperatorChanged = projection({
  of: [operatorChanged, operatorSnapshot],
  table: 'operator',
  key: 'user_id',
  newest: 'changed_at',
  row: ({ userId, permissions, occurredAt }) => ({ user_id: userId, permissions, changed_at: occurredAt }),
});
