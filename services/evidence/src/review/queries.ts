import { sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { CaseDuty } from '../db/schema.ts';
import { isConsentWithdrawn } from '../from-other-services/consents/withdrawn-consent.ts';
import type { ByteRange } from '../object-store.ts';

/** An item of an earlier case counts only in the version on which the case is judged. */
const isOfCase = (caseId: string) => sql<boolean>`(item.case_id = ${caseId} or exists (
  select from earlier_evidence where case_id = ${caseId} and version_id = version.id))`;

export function findReadableVersion(db: Db, caseId: string, evidenceId: string) {
  return db
    .selectFrom('evidence_version as version')
    .innerJoin('evidence_item as item', 'item.id', 'version.evidence_id')
    .innerJoin('evidence_processing as processing', 'processing.version_id', 'version.id')
    .select(['version.id', 'version.uploaded_by', 'item.provider_id', isConsentWithdrawn.as('is_consent_withdrawn')])
    .where('item.id', '=', evidenceId)
    .where(isOfCase(caseId))
    .where('processing.state', '=', 'available')
    .orderBy('version.number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function findItem(db: Db, caseId: string, evidenceId: string) {
  return db
    .selectFrom('evidence_item as item')
    .innerJoin('evidence_version as version', 'version.evidence_id', 'item.id')
    .select(['item.id', 'item.case_id'])
    .where('item.id', '=', evidenceId)
    .where(isOfCase(caseId))
    .limit(1)
    .executeTakeFirst();
}

export type NewGrant = {
  id: string;
  version: { id: string; uploaded_by: string };
  caseId: string;
  reviewerId: string;
  duty: CaseDuty;
  assignmentId: string | null;
  tokenHash: Buffer;
  createdAt: Date;
  expiresAt: Date;
};

export async function insertGrant(trx: Trx, grant: NewGrant): Promise<void> {
  await trx
    .insertInto('review_grant')
    .values({
      id: grant.id,
      version_id: grant.version.id,
      uploaded_by: grant.version.uploaded_by,
      case_id: grant.caseId,
      reviewer_id: grant.reviewerId,
      duty: grant.duty,
      assignment_id: grant.assignmentId,
      token_hash: grant.tokenHash,
      // Clocks of replicas differ: a grant must not begin before the last one ended.
      created_at: sql<Date>`greatest(${grant.createdAt}::timestamptz, (
        select max(ended_at) from review_grant
        where version_id = ${grant.version.id} and reviewer_id = ${grant.reviewerId}))`,
      expires_at: grant.expiresAt,
    })
    .execute();
}

export function findOpenGrants(trx: Trx, caseId: string, now: Date) {
  return trx
    .selectFrom('review_grant')
    .select(['id', 'version_id', 'reviewer_id', 'duty'])
    .where('case_id', '=', caseId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
}

/** Clocks of replicas differ: a grant must not end before it began. */
const endedAt = (at: Date) => sql<Date>`greatest(created_at, ${at}::timestamptz)`;

export async function endOpenGrant(trx: Trx, versionId: string, reviewerId: string, at: Date): Promise<void> {
  await trx
    .updateTable('review_grant')
    .set({ ended_at: endedAt(at) })
    .where('version_id', '=', versionId)
    .where('reviewer_id', '=', reviewerId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .execute();
}

export async function endGrants(trx: Trx, ids: string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('review_grant')
    .set({ ended_at: endedAt(at) })
    .where('id', 'in', ids)
    .where('ended_at', 'is', null)
    .execute();
}

export async function hasContentElsewhere(trx: Trx, versionId: string): Promise<boolean> {
  const other = await trx
    .selectFrom('evidence_version as version')
    .innerJoin('evidence_item as item', 'item.id', 'version.evidence_id')
    .innerJoin('evidence_version as same', 'same.content_index', 'version.content_index')
    .innerJoin('evidence_item as elsewhere', 'elsewhere.id', 'same.evidence_id')
    .select('same.id')
    .where('version.id', '=', versionId)
    .whereRef('elsewhere.provider_id', '<>', 'item.provider_id')
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

export function lockOwnGrant(
  trx: Trx,
  where: { grantId: string; caseId: string; evidenceId: string; reviewerId: string },
) {
  return trx
    .selectFrom('review_grant as grant')
    .innerJoin('evidence_version as version', 'version.id', 'grant.version_id')
    .select(['grant.id', 'grant.version_id', 'grant.ended_at', 'grant.expires_at'])
    .where('grant.id', '=', where.grantId)
    .where('grant.case_id', '=', where.caseId)
    .where('grant.reviewer_id', '=', where.reviewerId)
    .where('version.evidence_id', '=', where.evidenceId)
    .forUpdate('grant')
    .executeTakeFirst();
}

/** Undefined unless grant and duty are current and the version is available or lost. */
export function lockGrantedVersion(trx: Trx, where: { tokenHash: Buffer; reviewerId: string; now: Date }) {
  return trx
    .selectFrom('review_grant as grant')
    .innerJoin('case_assignee as assignee', (join) =>
      join
        .onRef('assignee.case_id', '=', 'grant.case_id')
        .onRef('assignee.duty', '=', 'grant.duty')
        .onRef('assignee.assignee_id', '=', 'grant.reviewer_id'),
    )
    .innerJoin('evidence_version as version', 'version.id', 'grant.version_id')
    .innerJoin('evidence_item as item', 'item.id', 'version.evidence_id')
    .innerJoin('evidence_processing as processing', 'processing.version_id', 'version.id')
    .leftJoin('evidence_preview as preview', 'preview.version_id', 'version.id')
    .select([
      'grant.id as grant_id',
      'grant.case_id',
      'grant.assignment_id',
      'version.id',
      'version.object_key',
      'version.media_type',
      'version.size_bytes',
      'item.provider_id',
      'processing.state',
      'preview.object_key as preview_key',
      'preview.size_bytes as preview_bytes',
      'preview.is_legible as preview_is_legible',
    ])
    .where('grant.token_hash', '=', where.tokenHash)
    .where('grant.reviewer_id', '=', where.reviewerId)
    .where('grant.ended_at', 'is', null)
    .where('grant.expires_at', '>', where.now)
    .where('processing.state', 'in', ['available', 'lost'])
    .forShare('grant')
    .executeTakeFirst();
}

export async function insertRead(
  trx: Trx,
  { id, grantId, at }: { id: string; grantId: string; at: Date },
): Promise<void> {
  await trx.insertInto('evidence_read').values({ id, grant_id: grantId, at }).execute();
}

type SentPart = { readId: string; grantId: string; isPreview: boolean; range: ByteRange; at: Date };

export async function insertSentPart(trx: Trx, { readId, grantId, isPreview, range, at }: SentPart): Promise<void> {
  await trx
    .insertInto('sent_part')
    .values({
      read_id: readId,
      grant_id: grantId,
      is_preview: isPreview,
      bytes: sql<string>`int4range(${range.start}, ${range.end}, '[]')`,
      sent_at: at,
    })
    .execute();
}

type OfReading = { assignmentId: string; versionId: string };

/** Serialises the parts of a reading, so that each sees those before it. */
export async function lockGrantsOf(trx: Trx, { assignmentId, versionId }: OfReading): Promise<void> {
  await trx
    .selectFrom('review_grant')
    .select('id')
    .where('assignment_id', '=', assignmentId)
    .where('version_id', '=', versionId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Whether the parts that were sent under the assignment make a whole, over all of its grants. */
export async function isSentWhole(
  trx: Trx,
  { assignmentId, versionId }: OfReading,
  { isPreview, sizeBytes }: { isPreview: boolean; sizeBytes: number },
): Promise<boolean> {
  const { isWhole } = await trx
    .selectFrom('sent_part as part')
    .innerJoin('review_grant as grant', 'grant.id', 'part.grant_id')
    .select(sql<boolean>`coalesce(range_agg(part.bytes) @> int4range(0, ${sizeBytes}), false)`.as('isWhole'))
    .where('grant.assignment_id', '=', assignmentId)
    .where('grant.version_id', '=', versionId)
    .where('part.is_preview', '=', isPreview)
    .executeTakeFirstOrThrow();
  return isWhole;
}

/** False if the version was already read under the assignment. */
export async function insertWholeRead(trx: Trx, { assignmentId, versionId }: OfReading, at: Date): Promise<boolean> {
  const row = await trx
    .insertInto('whole_read')
    .values({ assignment_id: assignmentId, version_id: versionId, read_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** In the order of arrival. */
export function findCasePhotos(db: Db, caseId: string) {
  return db
    .selectFrom('evidence_item as item')
    .innerJoin('evidence_version as version', 'version.evidence_id', 'item.id')
    .innerJoin('evidence_processing as processing', 'processing.version_id', 'version.id')
    .innerJoin('upload_intent as intent', 'intent.id', 'version.intent_id')
    .select(['item.id', 'item.work_item_id', 'item.requirement_key', 'intent.client_intent_key'])
    .select(['version.media_type', 'version.size_bytes', 'version.confirmed_at', 'processing.state'])
    .where('item.case_id', '=', caseId)
    .where('item.purpose', '=', 'field_work')
    .$narrowType<{ work_item_id: string; requirement_key: string }>()
    .orderBy('item.id')
    .execute();
}
