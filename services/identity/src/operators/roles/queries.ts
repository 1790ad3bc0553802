import { operatorRoles } from '@trust/contracts/permissions';
import { sql } from 'kysely';
import type { Db, Trx, Vault } from '../../app.ts';

export async function recordOperatorChange(trx: Trx, personId: string, at: Date): Promise<void> {
  await trx
    .insertInto('operator_change')
    .values({ person_id: personId, changed_at: at })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ changed_at: at }))
    .execute();
}

/** False if the person has a work name, which nobody changes. Breaks `operator_work_name` if another operator has it. */
export async function giveWorkName(
  trx: Trx,
  { personId, workName, now }: { personId: string; workName: string; now: Date },
): Promise<boolean> {
  const result = await trx
    .insertInto('operator_change')
    .values({ person_id: personId, changed_at: now, work_name: workName })
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet({ work_name: workName }).where('operator_change.work_name', 'is', null),
    )
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function findWorkName(db: Db, personId: string): Promise<string | null> {
  const row = await db
    .selectFrom('operator_change')
    .select('work_name')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row?.work_name ?? null;
}

/** Also by a name that looks the same, as the index compares it. */
export async function isWorkNameTaken(db: Db, workName: string): Promise<boolean> {
  const row = await db
    .selectFrom('operator_change')
    .select('person_id')
    .where(sql<boolean>`work_name_key(work_name) = work_name_key(${workName}::text)`)
    .executeTakeFirst();
  return row !== undefined;
}

/** False if the person had none. */
export async function deleteWorkName(trx: Trx, personId: string): Promise<boolean> {
  const result = await trx
    .updateTable('operator_change')
    .set({ work_name: null })
    .where('person_id', '=', personId)
    .where('work_name', 'is not', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function findOperatorIds(db: Db, roles: readonly string[] = operatorRoles): Promise<string[]> {
  const rows = await db
    .selectFrom('operator_grant')
    .select('person_id')
    .where('role', 'in', roles)
    .distinct()
    .orderBy('person_id')
    .execute();
  return rows.map(({ person_id }) => person_id);
}

export async function grantRole(
  trx: Trx,
  { personId, role, now, requestId = null }: { personId: string; role: string; now: Date; requestId?: string | null },
): Promise<boolean> {
  const result = await trx
    .insertInto('operator_grant')
    .values({ person_id: personId, role, granted_at: now, request_id: requestId })
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

export function findOperatorChange(trx: Trx, personId: string) {
  return trx
    .selectFrom('operator_change')
    .select(['changed_at', 'work_name'])
    .where('person_id', '=', personId)
    .executeTakeFirst();
}
