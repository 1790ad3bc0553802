import { operatorChanged } from '@trust/contracts/events/identity';
import { on } from '../app.ts';
import { saveOperator } from './queries.ts';

export const onOperatorChanged = on(operatorChanged, ({ userId, permissions, occurredAt }, { trx }) =>
  saveOperator(trx, { userId, permissions, changedAt: occurredAt }),
);
