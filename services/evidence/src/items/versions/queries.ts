import { traceHeaders } from '@trust/service-kit/observability/telemetry';
import { type CompiledQuery, sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { ProcessingState, UploadPurpose } from '../../db/schema.ts';
import type { Sealed } from '../../object-store.ts';

type Origin = {
  purpose: UploadPurpose;
  /** Of field work. */
  workItemId: string | null;
  caseId: string | null;
  caseProvider: string;
  requirementKey: string | null;
  documentKind: string;
  intentId: string;
  sessionId: string;
};

export type ItemHistory = {
  versions: number;
  evidenceId: string | null;
  lastNumber: number;
};

/** Each photo and each image is an item of its own. */
export function itemHistory(trx: Trx, origin: Origin): CompiledQuery<ItemHistory> {
  const { purpose, caseId, requirementKey, documentKind, workItemId } = origin;
  if (purpose === 'public_media')
    return sql<ItemHistory>`
      select count(*)::int as versions, null::uuid as "evidenceId", 0 as "lastNumber" from public_media
      where provider_id = ${origin.caseProvider} and state in ('processing', 'pending', 'approved')`.compile(trx);
  const isSameItem = sql`item.purpose = 'evidence' and item.document_kind = ${documentKind}`;
  return sql<ItemHistory>`
    select count(version.id)::int as versions, (array_agg(item.id) filter (where ${isSameItem}))[1] as "evidenceId",
      coalesce(max(version.number) filter (where ${isSameItem}), 0) as "lastNumber"
    from evidence_item item left join evidence_version version on version.evidence_id = item.id
    where item.case_id = ${caseId} and item.requirement_key = ${requirementKey} and item.purpose = ${purpose}
      and item.work_item_id is not distinct from ${workItemId}::uuid`.compile(trx);
}

export type NewVersion = {
  id: string;
  evidenceId: string;
  uploadedBy: string;
  confirmedAt: Date;
  sealed: Sealed;
  contentIndex: Buffer;
};

/** Writes a confirmation under `lockUpload`'s locks; false unless the intent was `uploading`. */
export async function insertVersion(
  trx: Trx,
  origin: Origin,
  history: ItemHistory,
  version: NewVersion,
): Promise<boolean> {
  const { id, evidenceId, sealed, confirmedAt } = version;
  const { rows } = await sql`
    with item as (
      insert into evidence_item (id, case_id, provider_id, requirement_key, document_kind, purpose, work_item_id)
      select ${evidenceId}::uuid, ${origin.caseId}::uuid, ${origin.caseProvider}::uuid, ${origin.requirementKey}, ${origin.documentKind},
        ${origin.purpose}::upload_purpose, ${origin.workItemId}::uuid
      where ${history.evidenceId}::uuid is null
    ), version as (
      insert into evidence_version (id, evidence_id, number, intent_id, upload_session_id, uploaded_by, object_key, media_type, size_bytes,
        sha256, content_index, confirmed_at)
      values (${id}, ${evidenceId}, ${history.lastNumber + 1}, ${origin.intentId}, ${origin.sessionId}, ${version.uploadedBy}, ${sealed.objectKey},
        ${sealed.mediaType ?? ''}, ${sealed.bytes}, ${sealed.sha256}, ${version.contentIndex}, ${confirmedAt})
    ), processing as (
      insert into evidence_processing (version_id, next_scan_at, changed_at, traceparent)
      values (${id}, ${confirmedAt}, ${confirmedAt}, ${traceHeaders().traceparent ?? null})
    ), turn as (
      insert into scan_turn (provider_id) values (${origin.caseProvider}) on conflict do nothing
    ), session as (
      update upload_session set state = 'confirmed' where id = ${origin.sessionId} and state = 'requested' returning intent_id
    )
    update upload_intent intent set state = 'submitted', retryable_since = null from session
    where intent.id = session.intent_id and intent.id = ${origin.intentId} and intent.state = 'uploading' returning intent.id`.execute(
    trx,
  );
  return rows.length > 0;
}

export async function refuseVersion(trx: Trx, versionId: string, reason: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('evidence_processing')
    .set({ state: 'withdrawn', case_refusal: reason, next_scan_at: null, changed_at: at })
    .where('version_id', '=', versionId)
    .where('state', 'in', ['pending_scan', 'available', 'unscannable'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function withdrawProviderVersions(trx: Trx, providerId: string, at: Date): Promise<string[]> {
  const rows = await trx
    .updateTable('evidence_processing')
    .set({ state: 'withdrawn', next_scan_at: null, changed_at: at })
    .where('state', 'in', ['pending_scan', 'available', 'unscannable'])
    .where('version_id', 'in', (query) =>
      query
        .selectFrom('evidence_version as version')
        .innerJoin('evidence_item as item', 'item.id', 'version.evidence_id')
        .select('version.id')
        .where('item.provider_id', '=', providerId),
    )
    .returning('version_id')
    .execute();
  return rows.map((row) => row.version_id).sort();
}

export async function withdrawItem(trx: Trx, evidenceId: string, at: Date): Promise<string[]> {
  const rows = await trx
    .updateTable('evidence_processing')
    .set({ state: 'withdrawn', next_scan_at: null, changed_at: at })
    .where('state', 'in', ['pending_scan', 'available', 'unscannable'])
    .where('version_id', 'in', (query) =>
      query.selectFrom('evidence_version').select('id').where('evidence_id', '=', evidenceId),
    )
    .returning('version_id')
    .execute();
  return rows.map((row) => row.version_id).sort();
}

export type Redacted = { id: string; stateBefore: ProcessingState; objectKey: string };

/** Those that ended before `endedBefore` or of erased providers, except under a legal hold. */
export async function redactVersions(
  trx: Trx,
  { endedBefore, at }: { endedBefore: Date; at: Date },
): Promise<Redacted[]> {
  const { rows } = await sql<Redacted>`
    update evidence_processing processing set state = 'redacted', redacted_from = before.state, changed_at = ${at}
    from evidence_version version
    join evidence_processing before on before.version_id = version.id
    join evidence_item item on item.id = version.evidence_id
    left join erased_provider erased on erased.provider_id = item.provider_id
    where version.id = processing.version_id and processing.state in ('withdrawn', 'quarantined', 'refused', 'lost')
      and (processing.changed_at <= ${endedBefore} or erased.provider_id is not null)
      and not exists (
        select from legal_hold hold where hold.person_id = version.uploaded_by and hold.lifted_at is null)
    returning version.id, before.state as "stateBefore", version.object_key as "objectKey"`.execute(trx);
  return rows;
}

export async function recordErasedProvider(trx: Trx, providerId: string, at: Date): Promise<void> {
  await trx
    .insertInto('erased_provider')
    .values({ provider_id: providerId, erased_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
