import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { Invitation } from '../../db/schema.ts';

export async function insertInvitation(trx: Trx, row: Insertable<Invitation>): Promise<void> {
  await trx.insertInto('invitation').values(row).execute();
}

export async function deleteInvitation(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('invitation').where('id', '=', id).execute();
}

export async function findInvitationsTo(db: Db, personId: string, now: Date) {
  const { rows } = await sql<{ id: string; providerId: string; invitedAt: Date; expiresAt: Date }>`
    select i.id, i.provider_id as "providerId", i.invited_at as "invitedAt", i.expires_at as "expiresAt"
    from invitation i join contact_point c using (channel, identifier_index)
    where c.person_id = ${personId} and c.verified_at is not null and i.expires_at > ${now}
    order by i.invited_at, i.id`.execute(db);
  return rows;
}

export async function isRepresentative(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('assignment').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst();
  return row !== undefined;
}
