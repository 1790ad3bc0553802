import type { PersonalData } from '@trust/personal-data/export-part';
import type { PersonRow } from '../account/queries.ts';
import { readProfile } from '../account/read-profile.ts';
import type { Trx } from '../app.ts';
import { findConsents } from '../consents/queries.ts';
import { findInvitationsTo } from '../invitations/queries.ts';
import { findDevicesByPerson } from '../known-devices/queries.ts';
import { findPasskeys } from '../passkeys/queries.ts';
import { findRoles } from '../roles/queries.ts';
import { findFailuresByPerson } from '../sign-in-failures/queries.ts';
import type { Sealer, Vault } from '../subject-keys/vault.ts';
import { findSessionsByPerson } from './queries.ts';

/** Codes and tokens are stored as hashes only, so they are not in it. */
export async function collectIdentityData(
  trx: Trx,
  { vault, sealer, person, now }: { vault: Vault; sealer: Sealer; person: PersonRow; now: Date },
): Promise<PersonalData> {
  const sessions = await findSessionsByPerson(trx, person.id);
  return {
    profile: { ...(await readProfile(trx, vault, person)), since: person.created_at },
    roles: await findRoles(trx, person.id),
    consents: (await findConsents(trx, person.id, 10_000)).map(({ policy_key, ...entry }) => ({
      policyKey: policy_key,
      ...entry,
    })),
    invitations: await findInvitationsTo(trx, person.id, now),
    sessions: sessions.map(({ sealed_label, ...session }) => ({
      ...session,
      label: sealer.open('session label', sealed_label),
    })),
    passkeys: (await findPasskeys(trx, person.id)).map((passkey) => ({
      name: sealer.open('passkey name', passkey.sealed_name),
      synced: passkey.is_synced,
      createdAt: passkey.created_at,
      lastUsedAt: passkey.last_used_at,
    })),
    signInFailures: await findFailuresByPerson(trx, person.id),
    knownDevices: await findDevicesByPerson(trx, person.id),
  };
}
