import { legalHoldChanged } from '@trust/contracts/events/identity';
import { on } from '../app.ts';
import { saveHold } from './queries.ts';

export const onLegalHoldChanged = on(legalHoldChanged, ({ personId, held, at }, { trx }) =>
  saveHold(trx, { personId, held, at: new Date(at) }),
);
