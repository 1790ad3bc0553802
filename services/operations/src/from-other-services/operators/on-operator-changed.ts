import { operatorChanged, operatorSnapshot } from '@trust/contracts/events/identity';
import { on } from '../../app.ts';
import { saveOperator } from './queries.ts';

export const onOperatorChanged = [operatorChanged, operatorSnapshot].map((type) =>
  on(type, ({ userId, permissions, occurredAt }, { trx }) =>
    saveOperator(trx, { userId, permissions, changedAt: occurredAt }),
  ),
);
