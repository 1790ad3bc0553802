import { sql } from 'kysely';
import type { Db } from '../app.ts';
import { isWanted } from '../losses/queries.ts';

export function findClaim(db: Db) {
  return db.selectFrom('store_claim').select(['mark', 'marked_at']).executeTakeFirst();
}

/** The mark that is on record: this one, or that of whoever was faster. */
export async function insertClaim(db: Db, mark: string, at: Date): Promise<string> {
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

export type Area = 'uploads' | 'objects';
export type Pass = { position: string; pass_began_at: Date; compared: number };

export async function findPass(db: Db, area: Area, now: Date): Promise<Pass> {
  const pass = await db
    .selectFrom('store_sweep')
    .select(['position', 'pass_began_at', 'compared'])
    .where('area', '=', area)
    .executeTakeFirst();
  return pass ?? { position: '', pass_began_at: now, compared: 0 };
}

export async function savePass(db: Db, area: Area, pass: Pass): Promise<void> {
  await db
    .insertInto('store_sweep')
    .values({ area, ...pass })
    .onConflict((conflict) => conflict.column('area').doUpdateSet(pass))
    .execute();
}

/** Of names of objects those that the tables know, and whether anybody may still want what they name. */
export async function knownObjects(db: Db, keys: readonly string[]): Promise<{ key: string; is_kept: boolean }[]> {
  const { rows } = await sql<{ key: string; is_kept: boolean }>`
    select version.object_key as key, processing.state <> 'redacted' as is_kept
    from evidence_version version join evidence_processing processing on processing.version_id = version.id
    where version.object_key = any(${keys}::text[])
    union all
    select preview.object_key, processing.state = 'available'
    from evidence_preview preview join evidence_processing processing on processing.version_id = preview.version_id
    where preview.object_key = any(${keys}::text[])`.execute(db);
  return rows;
}

export async function hasVersions(db: Db): Promise<boolean> {
  return (await db.selectFrom('evidence_version').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Versions from a name on, in the order of their names, whatever has become of them. */
export async function versionsFrom(db: Db, { after, limit }: { after: string; limit: number }) {
  const { rows } = await sql<{ id: string; key: string; is_wanted: boolean; is_missing: boolean }>`
    select version.id, version.object_key as key, ${isWanted} as is_wanted, processing.missing_since is not null as is_missing
    from evidence_version version join evidence_processing processing on processing.version_id = version.id
    where version.object_key collate "C" > ${after}
    order by version.object_key collate "C" limit ${limit}`.execute(db);
  return rows;
}

/** Of names that a store has for uploads those of sessions that may still take parts. */
export async function liveUploads(db: Db, names: readonly string[], now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select split_part(upload_ref, '.', 1) as name from upload_session
    where split_part(upload_ref, '.', 1) = any(${names}::text[]) and state = 'requested' and expires_at > ${now}`.execute(
    db,
  );
  return new Set(rows.map(({ name }) => name));
}
