import type { PayloadOf } from '@trust/contracts/event';
import type { consentChanged } from '@trust/contracts/events/identity';
import type { Trx } from '../../app.ts';

export async function saveConsent(trx: Trx, payload: PayloadOf<typeof consentChanged>): Promise<void> {
  const entry = { version: payload.version, granted: payload.granted, changed_at: payload.occurredAt };
  await trx
    .insertInto('upload_consent')
    .values({ person_id: payload.userId, policy_key: payload.policyKey, ...entry })
    .onConflict((conflict) => conflict.columns(['person_id', 'policy_key']).doUpdateSet(entry))
    .execute();
}

export async function deleteConsents(trx: Trx, personId: string): Promise<void> {
  await trx.deleteFrom('upload_consent').where('person_id', '=', personId).execute();
}
