import type { Db, Trx } from '../app.ts';
import { createPerson, findPersonAt } from '../people/queries.ts';
import type { Vault } from '../subject-keys/vault.ts';

export async function findRoles(db: Db | Trx, personId: string): Promise<string[]> {
  const rows = await db.selectFrom('operator_grant').select('role').where('person_id', '=', personId).execute();
  return rows.map(({ role }) => role);
}

/** Gives the person at an address a role, and makes the person if nobody is known there. Undefined if they had it already. */
export async function grantRole(
  trx: Trx,
  vault: Vault,
  grant: { channel: string; identifier: string; role: string; newPersonId: string; now: Date },
): Promise<string | undefined> {
  const { channel, identifier, role, newPersonId: id, now } = grant;
  let personId = await findPersonAt(trx, { channel, identifierIndex: vault.indexOf(channel, identifier) });
  if (!personId) {
    personId = id;
    await createPerson(trx, vault, { id, channel, identifier, verifiedAt: null, now });
  }
  const result = await trx
    .insertInto('operator_grant')
    .values({ person_id: personId, role, granted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n ? personId : undefined;
}

export async function revokeRole(
  trx: Trx,
  contact: { channel: string; identifierIndex: Buffer },
  role: string,
): Promise<string | undefined> {
  const personId = await findPersonAt(trx, contact);
  if (!personId) return undefined;
  const result = await trx
    .deleteFrom('operator_grant')
    .where('person_id', '=', personId)
    .where('role', '=', role)
    .executeTakeFirst();
  return result.numDeletedRows === 1n ? personId : undefined;
}

export async function listOperators(db: Db, vault: Vault) {
  const rows = await db
    .selectFrom('operator_grant')
    .innerJoin('contact_point', 'contact_point.person_id', 'operator_grant.person_id')
    .innerJoin('data_key', 'data_key.subject_id', 'operator_grant.person_id')
    .select(['operator_grant.person_id', 'sealed_identifier', 'wrapped', 'role', 'granted_at'])
    .orderBy('role')
    .execute();
  return rows.map(({ person_id, sealed_identifier, wrapped, role, granted_at }) => ({
    identifier: vault.sealer(person_id, wrapped).open('contact point', sealed_identifier),
    role,
    grantedAt: granted_at,
  }));
}
