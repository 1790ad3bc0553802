import type { PageWindow } from '@trust/service-kit/database/page-window';
import { sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { ProcessingState } from '../db/schema.ts';

type Filter = {
  providerId: string;
  caseId?: string | undefined;
  requirementKey?: string | undefined;
  processing?: ProcessingState | undefined;
};

/** Leaves out photos of field work, which only operators see. */
function providerItems(db: Db, providerId: string) {
  return db
    .selectFrom('evidence_item as item')
    .innerJoin('verification_case as case', 'case.id', 'item.case_id')
    .selectAll('item')
    .select((item) => [
      'case.category_key',
      item
        .selectFrom('claim')
        .innerJoin('evidence_version as basis', 'basis.id', 'claim.evidence_version_id')
        .select(({ fn }) => fn.max('claim.valid_until').as('valid_until'))
        .whereRef('basis.evidence_id', '=', 'item.id')
        .where('claim.state', '=', 'active')
        .as('claim_valid_until'),
    ])
    .where('item.provider_id', '=', providerId)
    .where('item.purpose', '=', 'evidence')
    .$narrowType<{ case_id: string; requirement_key: string }>();
}

export type ItemRow = NonNullable<Awaited<ReturnType<typeof findProviderItem>>>;

export function findProviderItem(db: Db, providerId: string, id: string) {
  return providerItems(db, providerId).where('item.id', '=', id).executeTakeFirst();
}

/** Newest first. */
export function listItems(
  db: Db,
  { providerId, caseId, requirementKey, processing }: Filter,
  { after, limit }: PageWindow<readonly [id: string]>,
) {
  let rows = providerItems(db, providerId);
  if (after) rows = rows.where(sql<boolean>`item.id < ${after[0]}::uuid`);
  if (caseId) rows = rows.where('item.case_id', '=', caseId);
  if (requirementKey) rows = rows.where('item.requirement_key', '=', requirementKey);
  if (processing)
    rows = rows.where(sql<boolean>`${processing}::processing_state = (
      select p.state from evidence_version v join evidence_processing p on p.version_id = v.id
      where v.evidence_id = item.id order by v.number desc limit 1)`);
  return rows.orderBy('item.id', 'desc').limit(limit).execute();
}

export type VersionRow = Awaited<ReturnType<typeof listVersions>>[number];

export function listVersions(db: Db, itemIds: readonly string[]) {
  return db
    .selectFrom('evidence_version as version')
    .innerJoin('evidence_processing as processing', 'processing.version_id', 'version.id')
    .innerJoin('upload_intent as intent', 'intent.id', 'version.intent_id')
    .leftJoin('version_review as review', 'review.version_id', 'version.id')
    .select([
      'version.id',
      'version.evidence_id',
      'version.number',
      'version.media_type',
      'version.size_bytes',
      'version.confirmed_at',
      'intent.label',
      'processing.state as processing',
      'review.review',
      sql<string | null>`coalesce(processing.case_refusal, processing.refusal)`.as('refusal'),
    ])
    .where('version.evidence_id', '=', sql<string>`any(${itemIds}::uuid[])`)
    .orderBy('version.number', 'desc')
    .execute();
}

export type ReceiptRow = Awaited<ReturnType<typeof listReceipts>>[number];

/** One for each grant that was used, newest first, without the reviewer (docs/domain/evidence.md 31). */
export function listReceipts(db: Db, versionIds: readonly string[]) {
  return db
    .selectFrom('evidence_read as read')
    .innerJoin('review_grant as grant', 'grant.id', 'read.grant_id')
    .select(({ fn }) => ['grant.version_id', fn.min('read.at').as('opened_at'), fn.max('read.at').as('last_read_at')])
    .where('grant.version_id', '=', sql<string>`any(${versionIds}::uuid[])`)
    .groupBy(['grant.id', 'grant.version_id'])
    .orderBy('opened_at', 'desc')
    .execute();
}

/** Whatever became of the claim: its decision rests on the document. */
export async function hasGrantedClaim(trx: Trx, evidenceId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('claim')
    .innerJoin('evidence_version as basis', 'basis.id', 'claim.evidence_version_id')
    .select('claim.id')
    .where('basis.evidence_id', '=', evidenceId)
    .executeTakeFirst();
  return row !== undefined;
}

/** In a case under way only an operator's final mark rejects its document: it needs a failed check (docs/domain/review-and-duties.md 22). */
export async function isMarkedFinal(trx: Trx, evidenceId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('version_review as judged')
    .innerJoin('evidence_version as version', 'version.id', 'judged.version_id')
    .select('version.id')
    .where('version.evidence_id', '=', evidenceId)
    .where('judged.review', '=', 'rejected')
    .executeTakeFirst();
  return row !== undefined;
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
