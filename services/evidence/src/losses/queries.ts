import { sql } from 'kysely';
import type { Db, Trx } from '../app.ts';

/** Of `evidence_processing as processing`: somebody reads it, or will once it is scanned. Of the others nobody misses the bytes. */
export const isWanted = sql<boolean>`(processing.state = 'available' or processing.next_scan_at is not null)`;

/** The store has just said that it has no such object. Whether that is so is asked again later. */
export async function noteMissing(db: Db, versionId: string, at: Date): Promise<void> {
  await sql`
    update evidence_processing processing set missing_since = ${at}
    where version_id = ${versionId} and missing_since is null and ${isWanted}`.execute(db);
}

export async function noteFound(db: Db, versionId: string): Promise<void> {
  await db
    .updateTable('evidence_processing')
    .set({ missing_since: null })
    .where('version_id', '=', versionId)
    .execute();
}

export type Missing = Awaited<ReturnType<typeof findMissing>>[number];

/** Versions that the store did not have. In no order, so that none is passed over for ever where there are many. */
export function findMissing(db: Db, limit: number) {
  return db
    .selectFrom('evidence_processing as processing')
    .innerJoin('evidence_version as version', 'version.id', 'processing.version_id')
    .innerJoin('evidence_item as item', 'item.id', 'version.evidence_id')
    .select(['version.id', 'version.object_key', 'version.evidence_id', 'version.uploaded_by'])
    .select(['item.case_id', 'item.provider_id', 'item.requirement_key'])
    .select(sql<Date>`processing.missing_since`.as('missing_since'))
    .where('processing.missing_since', 'is not', null)
    .where(isWanted)
    .orderBy(sql`random()`)
    .limit(limit)
    .execute();
}

/** The state that it was in; undefined if nobody misses it any more. */
export async function loseVersion(trx: Trx, versionId: string, at: Date): Promise<string | undefined> {
  const { rows } = await sql<{ was: string }>`
    update evidence_processing changed
    set state = 'lost', refusal = 'lost', next_scan_at = null, missing_since = null, changed_at = ${at}
    from (
      select version_id, state from evidence_processing processing
      where version_id = ${versionId} and missing_since is not null and ${isWanted} for update) processing
    where changed.version_id = processing.version_id
    returning processing.state as was`.execute(trx);
  return rows[0]?.was;
}

/** Whether the bytes of the newest version of an item are lost. */
export async function isNewestLost(trx: Trx, evidenceId: string): Promise<boolean> {
  const newest = await trx
    .selectFrom('evidence_version as version')
    .innerJoin('evidence_processing as processing', 'processing.version_id', 'version.id')
    .select('processing.state')
    .where('version.evidence_id', '=', evidenceId)
    .orderBy('version.number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.state === 'lost';
}
