import { consentSnapshot, legalHoldSnapshot, operatorSnapshot } from '@trust/contracts/events/identity';
import { isPolicyKey } from '@trust/contracts/policies';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../app.ts';
import { findConsents } from '../consents/queries.ts';
import { operatorPayload } from '../roles/announce-operator.ts';
import { findLastHold, findOperatorChange, lockAnyPerson } from './queries.ts';

/** Erasures are repeated by `npm run erasures`, not here. */
export async function announcePerson(trx: Trx, personId: string): Promise<void> {
  const person = await lockAnyPerson(trx, personId);
  if (!person) return;
  const operatorChangedAt = await findOperatorChange(trx, personId);
  if (operatorChangedAt) await emit(trx, operatorSnapshot, await operatorPayload(trx, personId, operatorChangedAt));
  const hold = await findLastHold(trx, personId);
  if (hold) {
    const liftedAt = hold.lifted_at?.toISOString() ?? null;
    await emit(trx, legalHoldSnapshot, { userId: personId, placedAt: hold.placed_at.toISOString(), liftedAt });
  }
  // Projections delete consents with the person.
  if (person.erased_at) return;
  for (const { policy_key: policyKey, version, granted, at } of await findConsents(trx, personId, 1)) {
    if (!isPolicyKey(policyKey)) continue;
    await emit(trx, consentSnapshot, { userId: personId, policyKey, version, granted, occurredAt: at.toISOString() });
  }
}
