import type { RefusalReason } from '@trust/contracts/events/evidence';
import type { Db, Trx } from '../app.ts';
import type { ProcessingState } from '../db/schema.ts';

export type Scannable = Awaited<ReturnType<typeof findDue>>[number];

/** Versions whose scan is due, longest waiting first. */
export function findDue(db: Db, now: Date, limit: number) {
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
    ])
    .where('processing.next_scan_at', '<=', now)
    .orderBy('processing.next_scan_at')
    .limit(limit)
    .execute();
}

export type ScanResult = {
  state: ProcessingState;
  refusal?: RefusalReason;
  preview?: { objectKey: string; sizeBytes: number } | undefined;
  nextScanAt: Date | null;
  at: Date;
};

/** False if the version is not as it was when its scan began: then the result is nobody's any more. */
export async function saveScan(
  trx: Trx,
  { id, state: from, scan_attempts }: Scannable,
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
    })
    .where('version_id', '=', id)
    .where('state', '=', from)
    .where('scan_attempts', '=', scan_attempts)
    .executeTakeFirst();
  if (saved.numUpdatedRows === 0n) return false;
  if (result.preview) {
    const { objectKey, sizeBytes } = result.preview;
    const preview = { version_id: id, object_key: objectKey, size_bytes: sizeBytes, made_at: result.at };
    await trx.insertInto('evidence_preview').values(preview).execute();
  }
  return true;
}
