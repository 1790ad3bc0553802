import type { RefusalReason } from '@trust/contracts/events/evidence';
import { sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { ProcessingState } from '../db/schema.ts';
import type { StoredRendition } from '../public-media/outcome-of-original.ts';

/** A free slot accepts work by these rules (ADR 0033). */
export type SlotRules = {
  acceptsTimedOut: boolean;
  /** Quiet: without a timeout since `quietSince`. */
  quietOnly: boolean;
  quietSince: Date;
};

/** A provider's turn, locked by a holder until it is released or `held_until` passes. */
export type ScanTurn = { provider_id: string; holder_id: string; is_quiet: boolean };

const isDue = (now: Date, { acceptsTimedOut }: SlotRules) =>
  sql`processing.next_scan_at <= ${now} and (processing.out_of_time = 0 or ${acceptsTimedOut})`;
// New documents, then failed scans, then documents that timed out.
const rank = sql`case when processing.scan_attempts = 0 then 0 when processing.out_of_time = 0 then 1 else 2 end`;

/** By rank, then oldest turn. Concurrent callers, in any process, get different providers. */
export async function takeTurn(
  db: Db,
  holderId: string,
  slot: SlotRules,
  time: { now: Date; until: Date },
): Promise<ScanTurn | undefined> {
  const { rows } = await sql<ScanTurn>`
    with due as (
      select item.provider_id, min(${rank}) as rank
      from evidence_processing processing
      join evidence_version version on version.id = processing.version_id
      join evidence_item item on item.id = version.evidence_id
      where ${isDue(time.now, slot)}
      group by item.provider_id
    ), next as (
      select turn.provider_id from scan_turn turn join due on due.provider_id = turn.provider_id
      where turn.held_until <= ${time.now} and (turn.out_of_time_at <= ${slot.quietSince} or not ${slot.quietOnly})
      order by due.rank, turn.turn_number limit 1
      for update of turn skip locked
    )
    update scan_turn turn set turn_number = nextval('scan_turn_number'), holder_id = ${holderId}, held_until = ${time.until}
    from next where turn.provider_id = next.provider_id
    returning turn.provider_id, turn.holder_id, turn.out_of_time_at <= ${slot.quietSince} as is_quiet`.execute(db);
  return rows[0];
}

export async function extendTurn(db: Db, { provider_id, holder_id }: ScanTurn, until: Date): Promise<void> {
  await db
    .updateTable('scan_turn')
    .set({ held_until: until })
    .where('provider_id', '=', provider_id)
    .where('holder_id', '=', holder_id)
    .execute();
}

export async function releaseTurn(db: Db, { provider_id, holder_id }: ScanTurn): Promise<void> {
  await db
    .updateTable('scan_turn')
    .set({ holder_id: null, held_until: sql`'-infinity'` })
    .where('provider_id', '=', provider_id)
    .where('holder_id', '=', holder_id)
    .execute();
}

export type Scannable = NonNullable<Awaited<ReturnType<typeof findDueVersion>>>;

export function findDueVersion(db: Db, { provider_id }: ScanTurn, slot: SlotRules, now: Date) {
  return db
    .selectFrom('evidence_processing as processing')
    .innerJoin('evidence_version as version', 'version.id', 'processing.version_id')
    .innerJoin('evidence_item as item', 'item.id', 'version.evidence_id')
    .select([
      'version.id',
      'version.intent_id',
      'version.object_key',
      'version.media_type',
      'version.size_bytes',
      'version.uploaded_by',
      'item.purpose',
      'item.case_id',
      'item.provider_id',
      'item.requirement_key',
      'processing.state',
      'processing.scan_attempts',
      'processing.out_of_time',
      'processing.cpu_ms',
      'processing.traceparent',
    ])
    .where('item.provider_id', '=', provider_id)
    .where(isDue(now, slot).$castTo<boolean>())
    .orderBy(rank)
    .orderBy('processing.next_scan_at')
    .limit(1)
    .executeTakeFirst();
}

export type ScanResult = {
  state: ProcessingState;
  refusal?: RefusalReason;
  preview?: { objectKey: string; sizeBytes: number; isLegible: boolean } | undefined;
  renditions?: readonly StoredRendition[];
  nextScanAt: Date | null;
  at: Date;
  /** Totals of the document, this attempt included. */
  used: { out_of_time: number; cpu_ms: number };
};

/** Returns false, and saves nothing, if the version changed since its scan began. */
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
    const { objectKey, sizeBytes, isLegible } = result.preview;
    const saved = { object_key: objectKey, size_bytes: sizeBytes, is_legible: isLegible };
    const preview = { version_id: id, ...saved, made_at: result.at };
    await trx.insertInto('evidence_preview').values(preview).execute();
  }
  return true;
}

export async function findBacklog(db: Db, now: Date): Promise<{ waiting: number; oldestDueAt: Date | null }> {
  const { rows } = await sql<{ waiting: number; oldestDueAt: Date | null }>`
    select count(*)::int as waiting, min(next_scan_at) as "oldestDueAt" from evidence_processing
    where next_scan_at <= ${now} and scan_attempts = 0`.execute(db);
  return rows[0] ?? { waiting: 0, oldestDueAt: null };
}
