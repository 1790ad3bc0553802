import type { Db, Trx } from '../app.ts';

export async function findRoles(db: Db | Trx, personId: string): Promise<string[]> {
  const rows = await db.selectFrom('operator_grant').select('role').where('person_id', '=', personId).execute();
  return rows.map(({ role }) => role);
}

/** Gives the person at an address a role, and makes the person if nobody is known there. False if they had it already. */
export async function grantRole(
  trx: Trx,
  grant: { channel: string; identifier: string; role: string; newPersonId: string; now: Date },
): Promise<string | undefined> {
  const { channel, identifier, role, newPersonId, now } = grant;
  let personId = (await findContact(trx, channel, identifier))?.person_id;
  if (!personId) {
    personId = newPersonId;
    await trx.insertInto('person').values({ id: personId, created_at: now }).execute();
    await trx.insertInto('contact_point').values({ channel, identifier, person_id: personId }).execute();
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
  channel: string,
  identifier: string,
  role: string,
): Promise<string | undefined> {
  const contact = await findContact(trx, channel, identifier);
  if (!contact) return undefined;
  const result = await trx
    .deleteFrom('operator_grant')
    .where('person_id', '=', contact.person_id)
    .where('role', '=', role)
    .executeTakeFirst();
  return result.numDeletedRows === 1n ? contact.person_id : undefined;
}

export function listOperators(db: Db) {
  return db
    .selectFrom('operator_grant')
    .innerJoin('contact_point', 'contact_point.person_id', 'operator_grant.person_id')
    .select(['identifier', 'role', 'granted_at'])
    .orderBy('identifier')
    .orderBy('role')
    .execute();
}

function findContact(trx: Trx, channel: string, identifier: string) {
  return trx
    .selectFrom('contact_point')
    .select('person_id')
    .where('channel', '=', channel)
    .where('identifier', '=', identifier)
    .executeTakeFirst();
}
