import { sql } from 'kysely';
import type { Trx } from '../../app.ts';

export async function deleteLabels(trx: Trx, userId: string): Promise<void> {
  await trx
    .updateTable('upload_intent')
    .set({ label: null })
    .where('created_by', '=', userId)
    .where('label', 'is not', null)
    .execute();
}

export async function deleteLabelsOf(trx: Trx, intentIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('upload_intent')
    .set({ label: null })
    .where('id', 'in', intentIds)
    .where('label', 'is not', null)
    .execute();
}

export async function findPersonUploads(trx: Trx, userId: string): Promise<unknown[]> {
  const { rows } = await sql`
    select i.purpose, i.work_item_id as "workItemId", i.provider_id as "providerId", i.case_id as "caseId", i.requirement_key as "requirementKey", i.document_kind as "documentKind",
      i.media_type as "mediaType", i.size_bytes as "sizeBytes", encode(i.sha256, 'hex') as sha256, i.label, m.alt,
      i.client_intent_key as "clientIntentKey", i.state, i.created_at as "createdAt", v.confirmed_at as "confirmedAt"
    from upload_intent i left join evidence_version v on v.intent_id = i.id left join public_media m on m.id = i.id
    where i.created_by = ${userId} order by i.created_at`.execute(trx);
  return rows;
}
