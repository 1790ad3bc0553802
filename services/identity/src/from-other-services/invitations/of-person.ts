import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';

/** A later owner of the identifier must not accept them. */
export async function deleteInvitationsTo(trx: Trx, indexes: readonly Buffer[]): Promise<void> {
  await sql`delete from invitation where identifier_index = any(${indexes})`.execute(trx);
}

export async function findInvitationsTo(db: Db, personId: string, now: Date) {
  const { rows } = await sql<{ id: string; providerId: string; invitedAt: Date; expiresAt: Date }>`
    select i.id, i.provider_id as "providerId", i.invited_at as "invitedAt", i.expires_at as "expiresAt"
    from invitation i join contact_point c using (channel, identifier_index)
    where c.person_id = ${personId} and c.verified_at is not null and i.expires_at > ${now}
    order by i.invited_at, i.id`.execute(db);
  return rows;
}
