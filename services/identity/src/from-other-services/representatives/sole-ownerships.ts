import { sql } from 'kysely';
import type { Trx } from '../../app.ts';

/**
 * Locks the owners of the person's providers, so that of two who erase at once the second sees the first.
 * Assignments to closed providers are not in this table; those of an erased person are until they end.
 */
export async function lockSoleOwnerships(trx: Trx, personId: string): Promise<string[]> {
  await sql`
    select from assignment where role = 'owner' and provider_id in (
      select provider_id from assignment where user_id = ${personId} and role = 'owner')
    order by provider_id, id for no key update`.execute(trx);
  const { rows } = await sql<{ provider_id: string }>`
    select provider_id from assignment own where user_id = ${personId} and role = 'owner' and not exists (
      select from assignment other
      where other.provider_id = own.provider_id and other.role = 'owner' and other.user_id <> own.user_id
        and not exists (select from person p where p.id = other.user_id and p.erased_at is not null))
    order by provider_id`.execute(trx);
  return rows.map((row) => row.provider_id);
}
