import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { DuplicateReview } from '../../db/schema.ts';

type OfPair = 'duplicate_id' | 'in_question_at';
export type EarlierReview = Omit<Selectable<DuplicateReview>, OfPair | 'reviewed_at'> & { reviewed_at: string };

export type DuplicateRow = {
  id: string;
  found_at: Date;
  same: string[];
  /** Null: never. */
  in_question_at: Date | null;
  /** Those that did not judge all that the two have in common now, or came before one was in question. */
  earlier: EarlierReview[];
  providers: { id: string; displayName: string | null; state: string | null }[];
} & {
  [Column in keyof Omit<Selectable<DuplicateReview>, OfPair | 'same'>]: Selectable<DuplicateReview>[Column] | null;
};

/** `undefined` for a pair with a provider that the reader represents. */
export async function findPossibleDuplicate(
  db: Db,
  id: string,
  ownProviders: string[],
): Promise<DuplicateRow | undefined> {
  const { rows } = await sql<DuplicateRow>`
    select d.id, d.found_at, d.same, nullif(d.in_question_at, '-infinity') as in_question_at, r.outcome, r.reviewer_id, r.reason, r.reviewed_at, (
      select jsonb_agg(jsonb_build_object('id', one.id, 'displayName', p.display_name, 'state', p.state) order by one.id)
      from (values (d.provider_id), (d.other_provider_id)) one (id) left join provider_label p on p.provider_id = one.id
    ) as providers, (
      select coalesce(jsonb_agg(to_jsonb(e) - '{duplicate_id,in_question_at}'::text[] order by e.reviewed_at), '[]')
      from duplicate_review e where e.duplicate_id = d.id and (e.same, e.in_question_at) is distinct from (r.same, r.in_question_at)
    ) as earlier
    from possible_duplicate d left join lateral (
      select * from duplicate_review where duplicate_id = d.id and (same @> d.same or same = '{}') and in_question_at >= d.in_question_at
      order by reviewed_at desc limit 1
    ) r on true
    where d.id = ${id} and d.provider_id < d.other_provider_id
      and d.provider_id <> all(${ownProviders}::uuid[]) and d.other_provider_id <> all(${ownProviders}::uuid[])`.execute(
    db,
  );
  return rows[0];
}

export async function insertReview(
  trx: Trx,
  { in_question_at, ...row }: Omit<Insertable<DuplicateReview>, 'in_question_at'> & { in_question_at: Date | null },
): Promise<void> {
  await trx
    .insertInto('duplicate_review')
    .values({ ...row, ...(in_question_at && { in_question_at }) })
    .execute();
}
