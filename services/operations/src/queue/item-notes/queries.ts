import { isOlder, type PageWindow, type TimeAndId } from '@trust/service-kit/database/page-window';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { TriageNote } from '../../db/schema.ts';

export function insertNote(trx: Trx, row: Insertable<TriageNote>): Promise<Selectable<TriageNote>> {
  return trx.insertInto('triage_note').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function countNotes(trx: Trx, subjectId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('triage notes on ' || ${subjectId}, 0))`.execute(trx);
  const { count } = await trx
    .selectFrom('triage_note')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('subject_id', '=', subjectId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function findNotes(
  db: Db,
  subjectId: string,
  { after, limit }: PageWindow<TimeAndId>,
): Promise<Selectable<TriageNote>[]> {
  return db
    .selectFrom('triage_note')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .where(isOlder('written_at', 'id', after))
    .orderBy('written_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
