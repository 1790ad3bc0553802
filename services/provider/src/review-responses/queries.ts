import { isOlder, type PageWindow, type TimeAndId } from '@trust/service-kit/database/page-window';
import { sql } from 'kysely';
import type { Db, Trx } from '../app.ts';

type Response = { review_id: string; author_id: string; text: string; responded_at: Date };

export async function upsertResponse(trx: Trx, response: Response): Promise<void> {
  const { review_id: _review, ...written } = response;
  await trx
    .insertInto('review_response')
    .values(response)
    .onConflict((conflict) => conflict.column('review_id').doUpdateSet(written))
    .execute();
}

type Listed = { review_id: string; category_key: string; text: string; responded_at: Date };

export async function findResponses(
  db: Db,
  providerId: string,
  { after, limit }: PageWindow<TimeAndId>,
): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    select p.review_id, r.category_key, p.text, p.responded_at
    from review_response p join review r on r.id = p.review_id where r.provider_id = ${providerId}
      and ${isOlder('p.responded_at', 'p.review_id', after)}
    order by p.responded_at desc, p.review_id desc limit ${limit}`.execute(db);
  return rows;
}
