import type { Language } from '@trust/contracts/values/text';
import type { Db } from '../app.ts';
import { type ItemRow, listReceipts, listVersions, type ReceiptRow, type VersionRow } from './queries.ts';
import { renewalStatus } from './renewals/renewal.ts';
import { refusalResponse } from './versions/refusal-response.ts';

type Reader = { now: Date; language: Language };
type ItemDetails = Reader & { versions: readonly VersionRow[]; receipts: readonly ReceiptRow[] };

export async function itemResponses(db: Db, items: readonly ItemRow[], reader: Reader) {
  const details = await loadDetails(db, items, reader);
  return new Map(items.map((item) => [item.id, itemSummary(item, details)]));
}

export async function itemResponse(db: Db, item: ItemRow, reader: Reader) {
  const details = await loadDetails(db, [item], reader);
  const versions = details.versions.map((version) => ({
    ...versionResponse(version, details),
    receipts: receiptsFor(version, details).map(({ opened_at, last_read_at }) => ({
      openedAt: opened_at.toISOString(),
      lastReadAt: last_read_at.toISOString(),
    })),
  }));
  return { ...itemSummary(item, details), versions };
}

async function loadDetails(db: Db, items: readonly ItemRow[], reader: Reader): Promise<ItemDetails> {
  const versions = await listVersions(
    db,
    items.map(({ id }) => id),
  );
  const receipts = await listReceipts(
    db,
    versions.map(({ id }) => id),
  );
  return { versions, receipts, ...reader };
}

function itemSummary(item: ItemRow, details: ItemDetails) {
  const versions = details.versions.filter(({ evidence_id }) => evidence_id === item.id);
  const [newest] = versions;
  if (!newest) throw new Error(`Evidence item ${item.id} has no version.`);
  return {
    id: item.id,
    caseId: item.case_id,
    categoryKey: item.category_key,
    requirementKey: item.requirement_key,
    documentKind: item.document_kind,
    versionCount: versions.length,
    version: versionResponse(newest, details),
    renewal: renewalResponse(item, details.now),
  };
}

function renewalResponse({ claim_valid_until }: ItemRow, now: Date) {
  if (!claim_valid_until) return null;
  return { validUntil: claim_valid_until.toISOString(), status: renewalStatus(claim_valid_until, now) };
}

function versionResponse(row: VersionRow, details: ItemDetails) {
  const receipts = receiptsFor(row, details);
  const last = receipts.map(({ last_read_at }) => last_read_at.getTime());
  return {
    id: row.id,
    number: row.number,
    mediaType: row.media_type,
    sizeBytes: row.size_bytes,
    label: row.label,
    confirmedAt: row.confirmed_at.toISOString(),
    processing: row.processing,
    review: row.review ?? ('unreviewed' as const),
    refusal: refusalResponse(row, details.language),
    openings: {
      count: receipts.length,
      lastAt: last.length > 0 ? new Date(Math.max(...last)).toISOString() : null,
    },
  };
}

function receiptsFor({ id }: VersionRow, { receipts }: ItemDetails): ReceiptRow[] {
  return receipts.filter(({ version_id }) => version_id === id);
}
