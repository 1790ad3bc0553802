import { sql } from 'kysely';
import type { App, Trx } from '../app.ts';
import { openPersonName, type SealedSubject } from '../provider-record/checked-name.ts';

type Row = SealedSubject & { provider_id: string; named_at: Date; ended_at: Date | null; consented_at: Date | null };

type NamingRow = SealedSubject & { provider_id: string; named_at: Date; expires_at: Date; declined_at: Date | null };

/** Where the person was named and has not accepted. */
export async function findNamings(trx: Trx, app: App, userId: string): Promise<unknown[]> {
  const { rows } = await sql<NamingRow>`
    select n.id as subject_id, 'person' as about, n.sealed_name, null as public_form, n.user_id as name_owner_id, k.wrapped,
      n.provider_id, n.named_at, n.expires_at, n.declined_at
    from person_naming n left join name_key k on k.owner_id = n.user_id
    where n.user_id = ${userId} order by n.named_at`.execute(trx);
  return rows.map((row) => ({
    providerId: row.provider_id,
    name: openPersonName(app, row),
    namedAt: row.named_at,
    expiresAt: row.expires_at,
    declinedAt: row.declined_at,
  }));
}

/** Where the person is or was responsible, with the names that the provider gave for them. */
export async function findResponsibilities(trx: Trx, app: App, userId: string): Promise<unknown[]> {
  const { rows } = await sql<Row>`
    select s.id as subject_id, s.about, s.sealed_name, s.public_form, s.user_id as name_owner_id, k.wrapped,
      s.provider_id, s.named_at, s.ended_at, s.consented_at
    from claim_subject s left join name_key k on k.owner_id = s.user_id
    where s.user_id = ${userId} order by s.named_at`.execute(trx);
  return rows.map((row) => ({
    providerId: row.provider_id,
    name: openPersonName(app, row),
    namedAt: row.named_at,
    endedAt: row.ended_at,
    publicForm: row.public_form,
    consentedAt: row.consented_at,
  }));
}
