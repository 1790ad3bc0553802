import type { RefusalReason } from '@trust/contracts/events/evidence';
import { sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { ProcessingState } from '../db/schema.ts';

/** Which providers and documents a place is for. */
export type Place = {
  /** Documents that ran out of time before as well. */
  forLate: boolean;
  /** Of quiet providers alone: no document of theirs has run out of time since then. */
  onlyQuiet: boolean;
  quietSince: Date;
};

/** A provider whose turn it is, until it is given back or nobody holds on to it any more. */
export type Turn = { provider_id: string; holder_id: string; is_quiet: boolean };

const isDue = (now: Date, { forLate }: Place) =>
  sql`processing.next_scan_at <= ${now} and (processing.out_of_time = 0 or ${forLate})`;
// New documents before those that were tried, and these before what takes long.
const rank = sql`case when processing.scan_attempts = 0 then 0 when processing.out_of_time = 0 then 1 else 2 end`;

/**
 * Takes the turn of a provider that has a document due and nobody at work on another one: new documents first, then whose last turn was
 * the longest ago. Whoever else asks at the same moment, in whichever process, gets another one.
 */
export async function takeTurn(
  db: Db,
  holderId: string,
  place: Place,
  time: { now: Date; until: Date },
): Promise<Turn | undefined> {
  const { rows } = await sql<Turn>`
    with due as (
      select item.provider_id, min(${rank}) as rank
      from evidence_processing processing
      join evidence_version version on version.id = processing.version_id
      join evidence_item item on item.id = version.evidence_id
      where ${isDue(time.now, place)}
      group by item.provider_id
    ), next as (
      select turn.provider_id from scan_turn turn join due on due.provider_id = turn.provider_id
      where turn.held_until <= ${time.now} and (turn.out_of_time_at <= ${place.quietSince} or not ${place.onlyQuiet})
      order by due.rank, turn.turn_number limit 1
      for update of turn skip locked
    )
    update scan_turn turn set turn_number = nextval('scan_turn_number'), holder_id = ${holderId}, held_until = ${time.until}
    from next where turn.provider_id = next.provider_id
    returning turn.provider_id, turn.holder_id, turn.out_of_time_at <= ${place.quietSince} as is_quiet`.execute(db);
  return rows[0];
}

/** Does nothing if somebody else holds it by now. */
export async function keepTurn(db: Db, { provider_id, holder_id }: Turn, until: Date): Promise<void> {
  await db
    .updateTable('scan_turn')
    .set({ held_until: until })
    .where('provider_id', '=', provider_id)
    .where('holder_id', '=', holder_id)
    .execute();
}

export async function giveBackTurn(db: Db, { provider_id, holder_id }: Turn): Promise<void> {
  await db
    .updateTable('scan_turn')
    .set({ holder_id: null, held_until: sql`'-infinity'` })
    .where('provider_id', '=', provider_id)
    .where('holder_id', '=', holder_id)
    .execute();
}

export type Scannable = NonNullable<Awaited<ReturnType<typeof findDue>>>;

/** The document of a provider that is next. */
export function findDue(db: Db, { provider_id }: Turn, place: Place, now: Date) {
  return db
    .selectFrom('evidence_processing as processing')
    .innerJoin('evidence_version as version', 'version.id', 'processing.version_id')
    .innerJoin('evidence_item as item', 'item.id', 'version.evidence_id')
    .select([
      'version.id',
      'version.object_key',
      'version.media_type',
      'version.size_bytes',
      'version.uploaded_by',
      'item.case_id',
      'item.provider_id',
      'item.requirement_key',
      'processing.state',
      'processing.scan_attempts',
      'processing.out_of_time',
      'processing.cpu_ms',
    ])
    .where('item.provider_id', '=', provider_id)
    .where(isDue(now, place).$castTo<boolean>())
    .orderBy(rank)
    .orderBy('processing.next_scan_at')
    .limit(1)
    .executeTakeFirst();
}

export type ScanResult = {
  state: ProcessingState;
  refusal?: RefusalReason;
  preview?: { objectKey: string; sizeBytes: number } | undefined;
  nextScanAt: Date | null;
  at: Date;
  /** Of the time that the document may take, with what it took now. */
  used: { out_of_time: number; cpu_ms: number };
};

/** False if the version is not as it was when its scan began: then the result is nobody's any more. */
export async function saveScan(
  trx: Trx,
  { id, provider_id, state: from, scan_attempts, out_of_time }: Scannable,
  result: ScanResult,
): Promise<boolean> {
  const saved = await trx
    .updateTable('evidence_processing')
    .set({
      state: result.state,
      scan_attempts: scan_attempts + 1,
      next_scan_at: result.nextScanAt,
      refusal: result.refusal ?? null,
      changed_at: result.at,
      ...result.used,
    })
    .where('version_id', '=', id)
    .where('state', '=', from)
    .where('scan_attempts', '=', scan_attempts)
    .executeTakeFirst();
  if (saved.numUpdatedRows === 0n) return false;
  if (result.used.out_of_time > out_of_time)
    await trx
      .updateTable('scan_turn')
      .set({ out_of_time_at: result.at })
      .where('provider_id', '=', provider_id)
      .execute();
  if (result.preview) {
    const { objectKey, sizeBytes } = result.preview;
    const preview = { version_id: id, object_key: objectKey, size_bytes: sizeBytes, made_at: result.at };
    await trx.insertInto('evidence_preview').values(preview).execute();
  }
  return true;
}

/** What waits for its first scan, and since when. */
export async function findBacklog(db: Db, now: Date): Promise<{ waiting: number; since: Date | null }> {
  const { rows } = await sql<{ waiting: number; since: Date | null }>`
    select count(*)::int as waiting, min(next_scan_at) as since from evidence_processing
    where next_scan_at <= ${now} and scan_attempts = 0`.execute(db);
  return rows[0] ?? { waiting: 0, since: null };
}
