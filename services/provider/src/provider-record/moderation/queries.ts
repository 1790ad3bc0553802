import { type Insertable, type Selectable, sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { ModerationRequest } from '../../db/schema.ts';

export type RequestRow = Selectable<ModerationRequest>;

/** Undefined if the subject has an open request, or had its appeal. */
export async function insertRequest(
  trx: Trx,
  row: Omit<Insertable<ModerationRequest>, 'round'>,
): Promise<RequestRow | undefined> {
  const { rows } = await sql<{ round: number }>`
    select coalesce(max(round), 0) + 1 as round from moderation_request where subject_id = ${row.subject_id}`.execute(
    trx,
  );
  return trx
    .insertInto('moderation_request')
    .values({ ...row, round: rows[0]?.round ?? 1 })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function findRequests(trx: Trx, subjectId: string): Promise<RequestRow[]> {
  return trx
    .selectFrom('moderation_request')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .orderBy('round')
    .execute();
}

export function lockOpenRequest(trx: Trx, subjectId: string): Promise<RequestRow | undefined> {
  return trx
    .selectFrom('moderation_request')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst();
}

export function lockRequest(trx: Trx, id: string): Promise<RequestRow> {
  return trx.selectFrom('moderation_request').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

type Change = Partial<
  Pick<RequestRow, 'state' | 'outcome' | 'decision_reason' | 'ended_at' | 'ready_at' | 'involved' | 'content_revision'>
>;

export function updateRequest(trx: Trx, id: string, change: Change): Promise<RequestRow> {
  return trx
    .updateTable('moderation_request')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
