import type { Assignment } from '@trust/contracts/actor';
import { sql } from 'kysely';
import type { Db, Trx } from '../app.ts';

export async function findAssignments(db: Db, userId: string): Promise<Assignment[]> {
  const rows = await db
    .selectFrom('representative')
    .select(['id', 'provider_id', 'role'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .orderBy('assigned_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, provider_id, role }) => ({ assignmentId: id, providerId: provider_id, role }));
}

export async function findRepresentedProviders(
  trx: Trx,
  userId: string,
): Promise<{ providerId: string; owned: boolean }[]> {
  const rows = await trx
    .selectFrom('representative')
    .select(['provider_id', (eb) => eb.fn<boolean>('bool_or', [eb('role', '=', 'owner')]).as('owned')])
    .where('user_id', '=', userId)
    .groupBy('provider_id')
    .orderBy('provider_id')
    .execute();
  return rows.map(({ provider_id, owned }) => ({ providerId: provider_id, owned }));
}

export async function findOwners(trx: Trx, providerId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('representative')
    .select('user_id')
    .where('provider_id', '=', providerId)
    .where('role', '=', 'owner')
    .where('ended_at', 'is', null)
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Open ones: closing a provider ends its assignments. */
export async function countOwnedProviders(trx: Trx, userId: string): Promise<number> {
  const { owned } = await trx
    .selectFrom('representative')
    .select((eb) => eb.fn.countAll<number>().as('owned'))
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(owned);
}

export async function hasOwner(trx: Trx, providerId: string, { besides }: { besides?: string } = {}): Promise<boolean> {
  const owner = await trx
    .selectFrom('representative')
    .select('id')
    .where('provider_id', '=', providerId)
    .where('role', '=', 'owner')
    .where('ended_at', 'is', null)
    .$if(besides !== undefined, (query) => query.where('user_id', '<>', besides ?? ''))
    .limit(1)
    .executeTakeFirst();
  return owner !== undefined;
}

/** Whether more than one person owns or owned the provider, or is invited to. */
export async function hasSeveralOwners(trx: Trx, providerId: string, at: Date): Promise<boolean> {
  const { rows } = await sql<{ owners: number }>`
    select (select count(distinct user_id)::int from representative where provider_id = ${providerId} and role = 'owner')
      + (select count(*)::int from invitation
        where provider_id = ${providerId} and role = 'owner' and state = 'sent' and expires_at > ${at}) as owners`.execute(
    trx,
  );
  return (rows[0]?.owners ?? 0) > 1;
}
