import { legalHoldChanged, legalHoldSnapshot } from '@trust/contracts/events/identity';
import { on } from '../../app.ts';
import { saveHold } from './queries.ts';

export const onLegalHoldChanged = on(legalHoldChanged, ({ userId: personId, held, occurredAt: at }, { trx }) =>
  saveHold(trx, { personId, held, at: new Date(at) }),
);

export const onLegalHoldSnapshot = on(legalHoldSnapshot, async ({ userId: personId, placedAt, liftedAt }, { trx }) => {
  await saveHold(trx, { personId, held: true, at: new Date(placedAt) });
  if (liftedAt) await saveHold(trx, { personId, held: false, at: new Date(liftedAt) });
});
