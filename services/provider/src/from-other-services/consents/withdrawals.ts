import type { PolicyKey } from '@trust/contracts/policies';
import { conflict } from '@trust/service-kit/problems/problem';
import { sql } from 'kysely';
import type { Trx } from '../../app.ts';

/** What a person consents to by writing to this service. */
export type PolicyGivenHere = Extract<PolicyKey, 'public-premises' | 'public-name' | 'contact-sharing'>;

type Consent = { personId: string; policyKey: PolicyGivenHere; at: Date };

/** 409 if the person withdrew it since. Its withdrawal waits until the transaction ends. Call before a provider is locked (docs/domain/erasure.md 28). */
export async function takeConsent(trx: Trx, { personId, policyKey, at }: Consent): Promise<void> {
  const { rows } = await sql<{ may: boolean }>`select may_consent(${personId}, ${policyKey}, ${at}) as may`.execute(
    trx,
  );
  if (!rows[0]?.may) throw conflict(withdrawn);
}

/** Call before what the person consented to is looked for. */
export async function saveWithdrawal(trx: Trx, { personId, policyKey, at }: Consent): Promise<void> {
  await sql`select lock_consent(${personId}, ${policyKey})`.execute(trx);
  await sql`
    insert into consent_withdrawal (person_id, policy_key, withdrawn_at) values (${personId}, ${policyKey}, ${at})
    on conflict (person_id, policy_key) do update
      set withdrawn_at = greatest(consent_withdrawal.withdrawn_at, excluded.withdrawn_at)`.execute(trx);
}

export async function deleteWithdrawals(trx: Trx, personId: string): Promise<void> {
  await trx.deleteFrom('consent_withdrawal').where('person_id', '=', personId).execute();
}

const withdrawn = {
  en: 'You withdrew this consent while the request was on its way, so nothing was stored. If you agree, send it again.',
  fr: 'Vous avez retiré ce consentement pendant l’envoi de la demande : rien n’a été enregistré. Si vous êtes d’accord, renvoyez-la.',
};
