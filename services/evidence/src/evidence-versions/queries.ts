import { sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { Sealed } from '../storage/object-store.ts';

/** How many documents a requirement of a case has had. */
export async function countVersions(
  db: Db,
  { caseId, requirementKey }: { caseId: string; requirementKey: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('evidence_version as version')
    .innerJoin('evidence_item as item', 'item.id', 'version.evidence_id')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('item.case_id', '=', caseId)
    .where('item.requirement_key', '=', requirementKey)
    .executeTakeFirstOrThrow();
  return Number(count);
}

type Origin = {
  caseId: string;
  caseProvider: string;
  requirementKey: string;
  documentKind: string;
  intentId: string;
  sessionId: string;
};

/** `evidenceId` is used if this is the first version of its item. */
export type NewVersion = {
  id: string;
  evidenceId: string;
  uploadedBy: string;
  confirmedAt: Date;
  sealed: Sealed;
  contentIndex: Buffer;
};

/** The next version of the item that a case has for this kind of document; returns the item's id. The case must be locked. */
export async function insertVersion(trx: Trx, origin: Origin, version: NewVersion): Promise<string> {
  const evidenceId = await ensureItem(trx, origin, version.evidenceId);
  const { last } = await trx
    .selectFrom('evidence_version')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('evidence_id', '=', evidenceId)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('evidence_version')
    .values({
      id: version.id,
      evidence_id: evidenceId,
      number: (last ?? 0) + 1,
      intent_id: origin.intentId,
      upload_session_id: origin.sessionId,
      uploaded_by: version.uploadedBy,
      object_key: version.sealed.objectKey,
      media_type: version.sealed.mediaType ?? '',
      size_bytes: version.sealed.bytes,
      sha256: version.sealed.sha256,
      content_index: version.contentIndex,
      confirmed_at: version.confirmedAt,
    })
    .execute();
  await trx
    .insertInto('evidence_processing')
    .values({ version_id: version.id, next_scan_at: version.confirmedAt, changed_at: version.confirmedAt })
    .execute();
  return evidenceId;
}

async function ensureItem(trx: Trx, origin: Origin, id: string): Promise<string> {
  const item = { case_id: origin.caseId, requirement_key: origin.requirementKey, document_kind: origin.documentKind };
  await trx
    .insertInto('evidence_item')
    .values({ id, provider_id: origin.caseProvider, ...item })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id: evidenceId } = await trx
    .selectFrom('evidence_item')
    .select('id')
    .where('case_id', '=', item.case_id)
    .where('requirement_key', '=', item.requirement_key)
    .where('document_kind', '=', item.document_kind)
    .executeTakeFirstOrThrow();
  return evidenceId;
}

/** A version that the case did not take can be read by nobody any more. What never could be stays as it is. */
export async function withdrawVersion(trx: Trx, versionId: string, at: Date): Promise<void> {
  await trx
    .updateTable('evidence_processing')
    .set({ state: 'withdrawn', next_scan_at: null, changed_at: at })
    .where('version_id', '=', versionId)
    .where('state', 'in', ['pending_scan', 'available', 'unscannable'])
    .execute();
}

export async function withdrawVersionsOf(trx: Trx, providerId: string, at: Date): Promise<void> {
  await trx
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
    .execute();
}

/** Takes all versions of an item back that could still be read; returns which. */
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

/** Makes tombstones of versions that ended long enough ago, or whose provider is erased; returns the keys of their objects. */
export async function redactVersions(
  trx: Trx,
  { endedBefore, at }: { endedBefore: Date; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ object_key: string }>`
    update evidence_processing processing set state = 'redacted', changed_at = ${at}
    from evidence_version version
    join evidence_item item on item.id = version.evidence_id
    left join erased_provider erased on erased.provider_id = item.provider_id
    where version.id = processing.version_id and processing.state in ('withdrawn', 'quarantined', 'refused', 'lost')
      and (processing.changed_at <= ${endedBefore} or erased.provider_id is not null)
      and not exists (
        select from legal_hold hold where hold.person_id = version.uploaded_by and hold.lifted_at is null)
    returning version.object_key`.execute(trx);
  return rows.map((row) => row.object_key);
}

/** The documents of this provider are to go from the store. */
export async function recordErasedProvider(trx: Trx, providerId: string, at: Date): Promise<void> {
  await trx
    .insertInto('erased_provider')
    .values({ provider_id: providerId, erased_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
