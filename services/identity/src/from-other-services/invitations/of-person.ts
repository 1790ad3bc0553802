import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';

/** A later owner of the identifier must not see or accept them. */
export async function deleteInvitationsTo(trx: Trx, indexes: readonly Buffer[]): Promise<void> {
  await sql`delete from invitation where identifier_index = any(${indexes}) and state = 'sent'`.execute(trx);
}

export async function deleteAnswersOf(trx: Trx, personId: string): Promise<void> {
  await trx.deleteFrom('invitation').where('answered_by', '=', personId).execute();
}

type Exported = { id: string; providerId: string; role: string; state: string; invitedAt: Date; expiresAt: Date };

export async function findInvitationsTo(db: Db, personId: string, now: Date) {
  const { rows } = await sql<Exported & { sealedName: Buffer | null }>`
    select i.id, i.provider_id as "providerId", i.role, i.state, i.invited_at as "invitedAt", i.expires_at as "expiresAt",
      i.sealed_name as "sealedName"
    from invitation i
    where i.expires_at > ${now} and (i.answered_by = ${personId} or i.state = 'sent' and exists (
      select from contact_point c where c.person_id = ${personId} and c.verified_at is not null
        and c.channel = i.channel and c.identifier_index = i.identifier_index))
    order by i.invited_at, i.id`.execute(db);
  return rows;
}
