import type { PersonalData } from '@trust/personal-data/export-part';
import { findWritings } from '@trust/personal-data/writings';
import { findConsents } from '../../account/consents/of-person.ts';
import { readProfile } from '../../account/profile/read-profile.ts';
import type { Sealer, Trx, Vault } from '../../app.ts';
import { findInvitationsTo } from '../../from-other-services/invitations/of-person.ts';
import { findNamesOf } from '../../from-other-services/representatives/given-names.ts';
import { findOperatorChange } from '../../operators/roles/queries.ts';
import type { PersonRow } from '../../people/persons.ts';
import { findRoles } from '../../people/roles.ts';
import { findDevicesByPerson } from '../../sessions/known-devices/of-person.ts';
import { findSessionsByPerson } from '../../sessions/of-person.ts';
import { findFailuresByPerson } from '../../sign-in/failures/of-person.ts';
import { findPasskeys } from '../../sign-in/passkeys/of-person.ts';
import { writings } from './writings.ts';

/** Codes and tokens are stored as hashes only, so they are not in it. */
export async function collectIdentityData(
  trx: Trx,
  { vault, sealer, person, now }: { vault: Vault; sealer: Sealer; person: PersonRow; now: Date },
): Promise<PersonalData> {
  const sessions = await findSessionsByPerson(trx, person.id);
  return {
    profile: { ...(await readProfile(trx, vault, person)), since: person.created_at },
    roles: await findRoles(trx, person.id),
    workName: (await findOperatorChange(trx, person.id))?.work_name ?? null,
    consents: (await findConsents(trx, person.id, 10_000)).map(({ policy_key, ...entry }) => ({
      policyKey: policy_key,
      ...entry,
    })),
    invitations: (await findInvitationsTo(trx, person.id, now)).map(({ sealedName, ...invitation }) => ({
      ...invitation,
      displayName: sealedName && sealer.open('name for a provider', sealedName),
    })),
    namesForProviders: (await findNamesOf(trx, person.id)).map(({ assignment_id, sealed_name }) => ({
      assignmentId: assignment_id,
      displayName: sealer.open('name for a provider', sealed_name),
    })),
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
    writings: await findWritings(trx, writings, person.id),
  };
}
