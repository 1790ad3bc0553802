import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { DuplicateReview } from '../../db/schema.ts';

export type DuplicateRow = {
  id: string;
  found_at: Date;
  providers: { id: string; displayName: string | null; state: string | null }[];
} & { [Column in keyof Omit<Selectable<DuplicateReview>, 'duplicate_id'>]: Selectable<DuplicateReview>[Column] | null };

/** `undefined` for a pair with a provider that the reader represents. */
export async function findPossibleDuplicate(
  db: Db,
  id: string,
  ownProviders: string[],
): Promise<DuplicateRow | undefined> {
  const { rows } = await sql<DuplicateRow>`
    select d.id, d.found_at, r.outcome, r.reviewer_id, r.reason, r.reviewed_at, (
      select jsonb_agg(jsonb_build_object('id', one.id, 'displayName', p.display_name, 'state', p.state) order by one.id)
      from (values (d.provider_id), (d.other_provider_id)) one (id) left join provider_label p on p.provider_id = one.id
    ) as providers
    from possible_duplicate d left join duplicate_review r on r.duplicate_id = d.id
    where d.id = ${id} and d.provider_id < d.other_provider_id
      and d.provider_id <> all(${ownProviders}::uuid[]) and d.other_provider_id <> all(${ownProviders}::uuid[])`.execute(
    db,
  );
  return rows[0];
}

export async function insertReview(trx: Trx, row: Insertable<DuplicateReview>): Promise<void> {
  await trx.insertInto('duplicate_review').values(row).execute();
}
