import { randomUUIDv7 } from 'node:crypto';
import { consentChanged } from '@trust/contracts/events/identity';
import type { PolicyKey } from '@trust/contracts/policies';
import { systemAudit } from '@trust/service-kit/audit/audit';
import type { Database } from '@trust/service-kit/database/db';
import { emit } from '@trust/service-kit/outbox/outbox';
import { audit } from '../../app.ts';
import type { DB } from '../../db/schema.ts';
import { lockPerson } from '../../people/persons.ts';
import { findConsents } from './of-person.ts';
import { insertConsent } from './queries.ts';

export type Withdrawal = { personId: string; policyKey: PolicyKey; version: string; at: Date };

/**
 * Applies withdrawals again to an older database of identity, with their own time: a consent given later stays.
 * Returns how many were applied; the others are recorded already, or their person is erased or not known.
 */
export async function repeatWithdrawals(
  db: Database<DB>,
  withdrawals: readonly Withdrawal[],
  now: Date,
): Promise<number> {
  let repeated = 0;
  for (const withdrawal of withdrawals) if (await repeatWithdrawal(db, withdrawal, now)) repeated += 1;
  return repeated;
}

function repeatWithdrawal(
  db: Database<DB>,
  { personId, policyKey, version, at }: Withdrawal,
  now: Date,
): Promise<boolean> {
  return db.transact(async (trx) => {
    if (!(await lockPerson(trx, personId))) return false;
    const inForce = (await findConsents(trx, personId, 1)).find((entry) => entry.policy_key === policyKey);
    if (inForce && inForce.at >= at) return false;
    const entry = { policy_key: policyKey, version, granted: false, at };
    await insertConsent(trx, { id: randomUUIDv7(), person_id: personId, ...entry });
    const occurredAt = at.toISOString();
    await emit(trx, consentChanged, { userId: personId, policyKey, version, granted: false, occurredAt });
    await audit(trx, systemAudit('repeatWithdrawal', { by: 'command line', at: now }), {
      objectType: 'person',
      objectId: personId,
      before: { granted: inForce?.granted ?? null, version: inForce?.version ?? null },
      after: { policyKey, granted: false, version, withdrawnAt: occurredAt },
    });
    return true;
  });
}
