import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';

export const isNeeded = sql<boolean>`(processing.state = 'available' or processing.next_scan_at is not null)`;

export async function markMissing(db: Db, versionId: string, at: Date): Promise<void> {
  await sql`
    update evidence_processing processing set missing_since = ${at}
    where version_id = ${versionId} and missing_since is null and ${isNeeded}`.execute(db);
}

export async function clearMissing(db: Db, versionId: string): Promise<void> {
  await db
    .updateTable('evidence_processing')
    .set({ missing_since: null })
    .where('version_id', '=', versionId)
    .execute();
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
