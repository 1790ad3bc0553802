import type { OperatorRole } from '@trust/contracts/permissions';
import type { Language } from '@trust/contracts/text';
import type { Db } from '../app.ts';
import { findAssignments } from '../assignments/queries.ts';
import { findContactPoints } from '../contact-points/queries.ts';
import { findRoles } from '../roles/queries.ts';
import { findSealer } from '../subject-keys/queries.ts';
import type { Vault } from '../subject-keys/vault.ts';
import type { PersonRow } from './queries.ts';
import type { AccountProfile } from './schema.ts';

export async function readProfile(db: Db, vault: Vault, person: PersonRow): Promise<AccountProfile | undefined> {
  const sealer = await findSealer(db, vault, person.id);
  if (!sealer) return undefined;
  const contactPoints = await findContactPoints(db, person.id);
  return {
    id: person.id,
    displayName: person.sealed_display_name && sealer.open('display name', person.sealed_display_name),
    locale: person.locale as Language,
    contactPoints: contactPoints.map(({ id, channel, sealed_identifier, verified_at }) => ({
      id,
      channel: channel as 'sms' | 'email',
      identifier: sealer.open('contact point', sealed_identifier),
      verified: verified_at !== null,
      verifiedAt: verified_at?.toISOString() ?? null,
    })),
    providers: await findAssignments(db, person.id),
    operatorRoles: ((await findRoles(db, person.id)) as OperatorRole[]).sort(),
    revision: person.revision,
  };
}
