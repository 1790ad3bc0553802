import { pipeline } from '@trust/service-kit/database/transaction';
import { traceHeaders } from '@trust/service-kit/observability/telemetry';
import { type CompiledQuery, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { CaseState, IntentState, UploadPurpose } from '../../db/schema.ts';
import type { Sealed } from '../../object-store.ts';
import type { Confirmable } from './conditions.ts';

export type UploadToConfirm = Confirmable & {
  intentId: string;
  intentState: IntentState;
  workItemId: string | null;
  uploadRef: string;
  caseId: string | null;
  documentKind: string;
  categoryKey: string | null;
};

/** By intent, of its creator if given: its current session. By session: this one, current or not. */
export type UploadSelector = ({ intentId: string; createdBy?: string } | { sessionId: string }) & {
  purpose?: UploadPurpose;
};

/** By session, those of every representative: the conditions check who created it. */
export async function findUpload(
  db: Db,
  providerId: string,
  selector: UploadSelector,
): Promise<UploadToConfirm | undefined> {
  return fromRow(await uploads(db, providerId, selector).executeTakeFirst());
}

function fromRow(row: Row | undefined): UploadToConfirm | undefined {
  if (!row) return undefined;
  const { isSelectionActive, ...upload } = row;
  return { ...upload, selection: isSelectionActive === null ? 'unknown' : isSelectionActive ? 'current' : 'removed' };
}

type Row = Omit<UploadToConfirm, 'selection'> & { isSelectionActive: boolean | null };

function uploads(db: Db, providerId: string, selector: UploadSelector) {
  return (
    db
      .selectFrom('upload_intent as intent')
      .innerJoin('upload_session as session', 'session.intent_id', 'intent.id')
      .leftJoin('verification_case as case', 'case.id', 'intent.case_id')
      .leftJoin('requirement', (join) =>
        join
          .onRef('requirement.requirement_version_id', '=', 'case.requirement_version_id')
          .onRef('requirement.key', '=', 'intent.requirement_key'),
      )
      .select([
        'session.id as sessionId',
        'session.provider_id as sessionProvider',
        'session.created_by as sessionCreator',
        'session.state as sessionState',
        'session.expires_at as expiresAt',
        'session.size_limit_bytes as sizeLimitBytes',
        'session.upload_ref as uploadRef',
        'intent.id as intentId',
        'intent.purpose',
        'intent.work_item_id as workItemId',
        'intent.state as intentState',
        'intent.current_session_id as currentSessionId',
        'intent.requirement_key as requirementKey',
        'intent.document_kind as documentKind',
        'intent.media_type as mediaType',
        'intent.size_bytes as sizeBytes',
        'intent.sha256',
        'case.id as caseId',
        sql<string>`coalesce("case".provider_id, intent.provider_id)`.as('caseProvider'),
        'case.category_key as categoryKey',
        'case.state as caseState',
        'case.due_at as caseDueAt',
        'case.requirement_keys as caseRequirements',
        sql<boolean | null>`(select bool_or(selection.state = 'active') from service_selection selection
        where selection.provider_id = "case".provider_id and selection.category_key = "case".category_key
          and selection.requirement_version_id = "case".requirement_version_id)`.as('isSelectionActive'),
        sql<boolean>`coalesce(intent.document_kind = any(requirement.document_kinds)
        and intent.media_type = any(requirement.media_types), false)`.as('isAccepted'),
        sql<boolean | null>`(select assignment.is_open from field_work_assignment assignment
        where assignment.work_item_id = intent.work_item_id and assignment.assignee_id = intent.created_by)`.as(
          'isWorkOpen',
        ),
      ])
      .where((eb) =>
        'sessionId' in selector
          ? eb('session.id', '=', selector.sessionId)
          : eb.and([
              eb('intent.id', '=', selector.intentId),
              eb('session.id', '=', eb.ref('intent.current_session_id')),
              ...(selector.createdBy ? [eb('intent.created_by', '=', selector.createdBy)] : []),
            ]),
      )
      .where('intent.provider_id', '=', providerId)
      .where('intent.purpose', '=', selector.purpose ?? 'evidence')
      // Null of public media only, whose confirmation compares none of them.
      .$narrowType<{ caseState: CaseState; caseRequirements: string[]; requirementKey: string }>()
  );
}

/** The lock under which documents of a case, or images of a provider, are counted. */
function lockOfLimit(trx: Trx, { caseId, caseProvider }: UploadToConfirm) {
  if (caseId) return trx.selectFrom('verification_case').select('id').where('id', '=', caseId).forUpdate().compile();
  return sql`select pg_advisory_xact_lock(hashtextextended(${`upload intents ${caseProvider}`}, 0))`.compile(trx);
}

/** Lock order: selection, case, intent, session. Reads in a second statement (ADR 0024). */
export async function lockUpload(
  trx: Trx,
  seen: UploadToConfirm,
  selector: UploadSelector,
): Promise<{ current: UploadToConfirm | undefined; history: ItemHistory }> {
  const { intentId, caseProvider, categoryKey, sessionId } = seen;
  const [, , , , [row], [history]] = await pipeline<[unknown, unknown, unknown, unknown, Row, ItemHistory]>(
    trx,
    trx
      .selectFrom('service_selection')
      .select('id')
      .where('provider_id', '=', caseProvider)
      .where('category_key', '=', categoryKey ?? '')
      .where('state', '=', 'active')
      .forShare()
      .compile(),
    lockOfLimit(trx, seen),
    trx.selectFrom('upload_intent').select('id').where('id', '=', intentId).forUpdate().compile(),
    trx.selectFrom('upload_session').select('id').where('id', '=', sessionId).forUpdate().compile(),
    uploads(trx, caseProvider, selector).compile(),
    itemHistory(trx, seen),
  );
  if (!history) throw new Error('The history query returned no row.');
  return { current: fromRow(row), history };
}

export type ItemHistory = {
  versions: number;
  evidenceId: string | null;
  lastNumber: number;
};

/** Each photo and each image is an item of its own. */
function itemHistory(trx: Trx, origin: UploadToConfirm): CompiledQuery<ItemHistory> {
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
  origin: UploadToConfirm,
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
