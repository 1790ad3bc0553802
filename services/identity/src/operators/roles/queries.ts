import { sql } from 'kysely';
import type { Db, Trx, Vault } from '../../app.ts';

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

/**
 * Locks two at most of those who can use the role: they have signed in before, no emergency action signs them out, and
 * they have a passkey if one is needed. Nobody else revokes the role before the transaction ends.
 */
export async function lockUsableHolders(
  trx: Trx,
  role: string,
  { now, needsPasskey }: { now: Date; needsPasskey: boolean },
): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('holders ' || ${role}, 0))`.execute(trx);
  const { rows } = await sql<{ person_id: string }>`
    select g.person_id from operator_grant g join person p on p.id = g.person_id
    where g.role = ${role} and p.erased_at is null
      and exists (select from contact_point c where c.person_id = p.id and c.verified_at is not null)
      and not exists (select from emergency_action e where e.person_id = p.id and e.ends_at > ${now})
      and (not ${needsPasskey} or exists (select from passkey k where k.person_id = p.id))
    limit 2`.execute(trx);
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

export async function findOperatorChange(trx: Trx, personId: string): Promise<Date | undefined> {
  const row = await trx
    .selectFrom('operator_change')
    .select('changed_at')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row?.changed_at;
}
