import type { ExportContent } from '@trust/personal-data/export-part';
import { readProfile } from '../account/read-profile.ts';
import type { Trx } from '../app.ts';
import { findConsents } from '../consents/queries.ts';
import { findInvitationsTo } from '../invitations/queries.ts';
import { findDevicesOf } from '../known-devices/queries.ts';
import type { PersonRow } from '../people/queries.ts';
import { findRoles } from '../roles/queries.ts';
import { findFailuresOf } from '../sign-in-failures/queries.ts';
import type { Sealer, Vault } from '../subject-keys/vault.ts';
import { findSessionsOf } from './queries.ts';

/** All that identity keeps of a person, read under their key. Codes and tokens are not kept, only their hashes. */
export async function ownPart(
  trx: Trx,
  { vault, sealer, person, now }: { vault: Vault; sealer: Sealer; person: PersonRow; now: Date },
): Promise<ExportContent> {
  const sessions = await findSessionsOf(trx, person.id);
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
    signInFailures: await findFailuresOf(trx, person.id),
    knownDevices: await findDevicesOf(trx, person.id),
  };
}
