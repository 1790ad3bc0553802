import { sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { Vault } from '../subject-keys/vault.ts';

export async function findRoles(db: Db | Trx, personId: string): Promise<string[]> {
  const rows = await db.selectFrom('operator_grant').select('role').where('person_id', '=', personId).execute();
  return rows.map(({ role }) => role);
}

export async function recordOperatorChange(trx: Trx, personId: string, at: Date): Promise<void> {
  await trx
    .insertInto('operator_change')
    .values({ person_id: personId, changed_at: at })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ changed_at: at }))
    .execute();
}

export async function findOperatorIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('operator_grant').select('person_id').distinct().orderBy('person_id').execute();
  return rows.map(({ person_id }) => person_id);
}

export async function grantRole(
  trx: Trx,
  { personId, role, now }: { personId: string; role: string; now: Date },
): Promise<boolean> {
  const result = await trx
    .insertInto('operator_grant')
    .values({ person_id: personId, role, granted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function revokeRole(trx: Trx, personId: string, role: string): Promise<boolean> {
  const result = await trx
    .deleteFrom('operator_grant')
    .where('person_id', '=', personId)
    .where('role', '=', role)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Nobody else revokes the role before the transaction ends. */
export async function lockHolders(trx: Trx, role: string): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('holders ' || ${role}, 0))`.execute(trx);
  const rows = await trx.selectFrom('operator_grant').select('person_id').where('role', '=', role).limit(2).execute();
  return rows.map(({ person_id }) => person_id);
}

export type Operator = {
  identifiers: string[];
  role: string;
  grantedAt: Date;
  lastUsedAt: Date | null;
  passkeys: number;
};

export async function listOperators(db: Db, vault: Vault): Promise<Operator[]> {
  const grants = await db
    .selectFrom('operator_grant')
    .innerJoin('data_key', 'data_key.subject_id', 'operator_grant.person_id')
    .select((eb) => [
      'person_id',
      'wrapped',
      'role',
      'granted_at',
      eb
        .selectFrom('session')
        .whereRef('session.person_id', '=', 'operator_grant.person_id')
        .select(({ fn }) => fn.max('last_used_at').as('at'))
        .as('last_used_at'),
      eb
        .selectFrom('passkey')
        .whereRef('passkey.person_id', '=', 'operator_grant.person_id')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .as('passkeys'),
    ])
    .orderBy('role')
    .orderBy('granted_at')
    .execute();
  const contacts = await db
    .selectFrom('contact_point')
    .select(['person_id', 'sealed_identifier'])
    .where((eb) => eb('person_id', '=', eb.fn.any(eb.val(grants.map(({ person_id }) => person_id)))))
    .execute();
  return grants.map(({ person_id, wrapped, role, granted_at, last_used_at, passkeys }) => {
    const sealer = vault.sealer(person_id, wrapped);
    const own = contacts.filter((contact) => contact.person_id === person_id);
    return {
      identifiers: own.map(({ sealed_identifier }) => sealer.open('contact point', sealed_identifier)).sort(),
      role,
      grantedAt: granted_at,
      lastUsedAt: last_used_at,
      passkeys: Number(passkeys),
    };
  });
}
