import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import { isNeeded } from '../../items/versions/missing-versions.ts';

export function findStoreClaim(db: Db) {
  return db.selectFrom('store_claim').select(['mark', 'marked_at']).executeTakeFirst();
}

/** Returns the recorded mark, which another replica may have inserted first. */
export async function insertStoreClaim(db: Db, mark: string, at: Date): Promise<string> {
  const claim = { mark, claimed_at: at };
  await db
    .insertInto('store_claim')
    .values(claim)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await db.selectFrom('store_claim').select('mark').executeTakeFirstOrThrow()).mark;
}

export async function recordMark(db: Db, at: Date): Promise<void> {
  await db.updateTable('store_claim').set({ marked_at: at }).where('marked_at', 'is', null).execute();
}

export type StoreArea = 'uploads' | 'objects';
export type SweepProgress = { position: string; pass_began_at: Date; compared: number };

export async function findSweepProgress(db: Db, area: StoreArea, now: Date): Promise<SweepProgress> {
  const progress = await db
    .selectFrom('store_sweep')
    .select(['position', 'pass_began_at', 'compared'])
    .where('area', '=', area)
    .executeTakeFirst();
  return progress ?? { position: '', pass_began_at: now, compared: 0 };
}

export async function saveSweepProgress(db: Db, area: StoreArea, progress: SweepProgress): Promise<void> {
  await db
    .insertInto('store_sweep')
    .values({ area, ...progress })
    .onConflict((conflict) => conflict.column('area').doUpdateSet(progress))
    .execute();
}

/** The keys that a version, preview or public image has. `is_kept`: the object must not be deleted. */
export async function knownObjects(db: Db, keys: readonly string[]): Promise<{ key: string; is_kept: boolean }[]> {
  const { rows } = await sql<{ key: string; is_kept: boolean }>`
    select version.object_key as key, processing.state <> 'redacted' as is_kept
    from evidence_version version join evidence_processing processing on processing.version_id = version.id
    where version.object_key = any(${keys}::text[])
    union all
    select preview.object_key, processing.state = 'available'
    from evidence_preview preview join evidence_processing processing on processing.version_id = preview.version_id
    where preview.object_key = any(${keys}::text[])
    union all
    select rendition.object_key, media.state in ('pending', 'approved')
    from media_rendition rendition join public_media media on media.id = rendition.media_id
    where rendition.object_key = any(${keys}::text[])`.execute(db);
  return rows;
}

export async function hasVersions(db: Db): Promise<boolean> {
  return (await db.selectFrom('evidence_version').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function versionsFrom(db: Db, { after, limit }: { after: string; limit: number }) {
  const { rows } = await sql<{ id: string; key: string; is_needed: boolean; is_missing: boolean }>`
    select version.id, version.object_key as key, ${isNeeded} as is_needed, processing.missing_since is not null as is_missing
    from evidence_version version join evidence_processing processing on processing.version_id = version.id
    where version.object_key collate "C" > ${after}
    order by version.object_key collate "C" limit ${limit}`.execute(db);
  return rows;
}

export async function findLiveUploads(db: Db, names: readonly string[], now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select split_part(upload_ref, '.', 1) as name from upload_session
    where split_part(upload_ref, '.', 1) = any(${names}::text[]) and state = 'requested' and expires_at > ${now}`.execute(
    db,
  );
  return new Set(rows.map(({ name }) => name));
}

export type MissingVersion = Awaited<ReturnType<typeof findMissing>>[number];

/** In random order, so that beyond `limit` each version is checked some time. */
export function findMissing(db: Db, limit: number) {
  return db
    .selectFrom('evidence_processing as processing')
    .innerJoin('evidence_version as version', 'version.id', 'processing.version_id')
    .innerJoin('evidence_item as item', 'item.id', 'version.evidence_id')
    .select(['version.id', 'version.object_key', 'version.evidence_id', 'version.uploaded_by'])
    .select(['version.intent_id', 'item.purpose', 'item.case_id', 'item.provider_id', 'item.requirement_key'])
    .select(sql<Date>`processing.missing_since`.as('missing_since'))
    .where('processing.missing_since', 'is not', null)
    .where(isNeeded)
    .orderBy(sql`random()`)
    .limit(limit)
    .execute();
}

export async function markLost(trx: Trx, versionId: string, at: Date): Promise<string | undefined> {
  const { rows } = await sql<{ before: string }>`
    update evidence_processing changed
    set state = 'lost', refusal = 'lost', next_scan_at = null, missing_since = null, changed_at = ${at}
    from (
      select version_id, state from evidence_processing processing
      where version_id = ${versionId} and missing_since is not null and ${isNeeded} for update) processing
    where changed.version_id = processing.version_id
    returning processing.state as before`.execute(trx);
  return rows[0]?.before;
}
