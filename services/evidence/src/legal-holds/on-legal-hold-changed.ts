import { legalHoldChanged } from '@trust/contracts/events/identity';
import { on } from '../app.ts';
import { saveHold } from './queries.ts';

export const onLegalHoldChanged = on(legalHoldChanged, ({ userId: personId, held, occurredAt: at }, { trx }) =>
  saveHold(trx, { personId, held, at: new Date(at) }),
);
