import { sql } from 'kysely';
import type { App, Trx } from '../app.ts';
import { openRegisteredName, type SealedSubject } from '../provider-record/checked-name.ts';

type Row = SealedSubject & { representation_id: string; named_at: Date; ended_at: Date | null };
type RegisteredName = { name: string | null; namedAt: Date; endedAt: Date | null };

/**
 * By representation: the present one of an owner's provider, and of an individual every one that was declared while this person
 * owned it, as an erasure deletes them (docs/domain/names.md 2).
 */
export async function findRegisteredNames(trx: Trx, app: App, userId: string): Promise<Map<string, RegisteredName[]>> {
  const { rows } = await sql<Row>`
    select r.id as representation_id, s.id as subject_id, s.about, s.sealed_name, s.public_form, s.named_at, s.ended_at,
      k.owner_id as name_owner_id, k.wrapped
    from representative r
    join claim_subject s on s.provider_id = r.provider_id and s.about = 'business'
    left join name_key k on k.owner_id = coalesce(s.key_owner_id, s.provider_id)
    where r.user_id = ${userId} and r.role = 'owner' and (s.ended_at is null and r.ended_at is null
      or s.key_owner_id is not null and s.named_at >= r.assigned_at and (r.ended_at is null or s.named_at <= r.ended_at))
    order by s.named_at, s.id`.execute(trx);
  const byRepresentation = Map.groupBy(rows, ({ representation_id }) => representation_id);
  return new Map(
    [...byRepresentation].map(([id, names]) => [
      id,
      names.map((row) => ({ name: openRegisteredName(app, row), namedAt: row.named_at, endedAt: row.ended_at })),
    ]),
  );
}
