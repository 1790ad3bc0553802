import type { OperatorRole } from '@trust/contracts/permissions';
import type { Language } from '@trust/contracts/values/text';
import type { Db, Vault } from '../../app.ts';
import { findAssignments } from '../../from-other-services/representatives/assignments-of-person.ts';
import { findContactPoints } from '../../people/contact-points.ts';
import type { PersonRow } from '../../people/persons.ts';
import { findRoles } from '../../people/roles.ts';
import { findSealer } from '../../people/subject-keys.ts';
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
