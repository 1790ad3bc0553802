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
