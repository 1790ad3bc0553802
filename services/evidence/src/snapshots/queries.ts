import type { Selectable } from 'kysely';
import type { Trx } from '../app.ts';
import type { EvidenceProcessing } from '../db/schema.ts';

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

export function lockIntent(trx: Trx, intentId: string) {
  return trx
    .selectFrom('upload_intent')
    .select(['id', 'purpose', 'provider_id', 'case_id', 'requirement_key', 'state'])
    .where('id', '=', intentId)
    .where('purpose', '<>', 'public_media')
    .$narrowType<{ case_id: string; requirement_key: string }>()
    .forUpdate()
    .executeTakeFirst();
}
