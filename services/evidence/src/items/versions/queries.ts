import { type Selectable, sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { EvidenceProcessing } from '../../db/schema.ts';

export async function refuseVersion(trx: Trx, versionId: string, reason: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('evidence_processing')
    .set({ state: 'withdrawn', case_refusal: reason, next_scan_at: null, changed_at: at })
    .where('version_id', '=', versionId)
    .where('state', 'in', ['pending_scan', 'available', 'unscannable'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The keys of a photo that was confirmed. */
export async function findPhoto(trx: Trx, versionId: string) {
  const { rows } = await sql<{ photoId: string; evidenceId: string; workItemId: string; agentId: string }>`
    select intent.client_intent_key as "photoId", version.evidence_id as "evidenceId", intent.work_item_id as "workItemId",
      intent.created_by as "agentId"
    from evidence_version version join upload_intent intent on intent.id = version.intent_id
    where version.id = ${versionId} and intent.purpose = 'field_work'`.execute(trx);
  const [photo] = rows;
  if (!photo) throw new Error(`Evidence version ${versionId} is no photo of field work.`);
  return photo;
}

export type ProcessingRow = Pick<
  Selectable<EvidenceProcessing>,
  'state' | 'next_scan_at' | 'redacted_from' | 'case_refusal' | 'changed_at'
>;

export function lockProcessing(trx: Trx, versionId: string): Promise<ProcessingRow | undefined> {
  return trx
    .selectFrom('evidence_processing')
    .select(['state', 'next_scan_at', 'redacted_from', 'case_refusal', 'changed_at'])
    .where('version_id', '=', versionId)
    .forUpdate()
    .executeTakeFirst();
}

export function findAnnouncedVersion(trx: Trx, versionId: string) {
  return trx
    .selectFrom('evidence_version as version')
    .innerJoin('evidence_item as item', 'item.id', 'version.evidence_id')
    .select(['version.evidence_id', 'version.intent_id', 'version.uploaded_by', 'version.confirmed_at'])
    .select(['item.purpose', 'item.case_id', 'item.provider_id', 'item.requirement_key', 'item.document_kind'])
    .where('version.id', '=', versionId)
    .where('item.purpose', '<>', 'public_media')
    .$narrowType<{ case_id: string; requirement_key: string }>()
    .executeTakeFirst();
}
