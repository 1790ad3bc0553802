import { consentSnapshot } from '@trust/contracts/events/identity';
import { isPolicyKey } from '@trust/contracts/policies';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import { findConsents } from './of-person.ts';

/** The entry in force of each policy. */
export async function announceConsentSnapshots(trx: Trx, personId: string): Promise<void> {
  for (const { policy_key: policyKey, version, granted, at } of await findConsents(trx, personId, 1)) {
    if (!isPolicyKey(policyKey)) continue;
    await emit(trx, consentSnapshot, { userId: personId, policyKey, version, granted, occurredAt: at.toISOString() });
  }
}
