import type { Language } from '@trust/contracts/text';
import type { Db } from '../app.ts';
import { refusalResponse } from '../examination/refusal-response.ts';
import { renewalStatus } from '../renewals/renewal.ts';
import { type ItemRow, type ReceiptRow, receiptsOf, type VersionRow, versionsOf } from './queries.ts';

type Reader = { now: Date; language: Language };
type Shown = Reader & { versions: readonly VersionRow[]; receipts: readonly ReceiptRow[] };

/** Items on the wire, without the history of their versions. */
export async function itemResponses(db: Db, items: readonly ItemRow[], reader: Reader) {
  const shown = await shownOf(db, items, reader);
  return new Map(items.map((item) => [item.id, summaryOf(item, shown)]));
}

/** One item with all its versions and the receipts of those who opened them. */
export async function itemResponse(db: Db, item: ItemRow, reader: Reader) {
  const shown = await shownOf(db, [item], reader);
  const versions = shown.versions.map((version) => ({
    ...versionResponse(version, shown),
    receipts: receiptsFor(version, shown).map(({ opened_at, last_read_at }) => ({
      openedAt: opened_at.toISOString(),
      lastReadAt: last_read_at.toISOString(),
    })),
  }));
  return { ...summaryOf(item, shown), versions };
}

async function shownOf(db: Db, items: readonly ItemRow[], reader: Reader): Promise<Shown> {
  const versions = await versionsOf(
    db,
    items.map(({ id }) => id),
  );
  const receipts = await receiptsOf(
    db,
    versions.map(({ id }) => id),
  );
  return { versions, receipts, ...reader };
}

function summaryOf(item: ItemRow, shown: Shown) {
  const versions = shown.versions.filter(({ evidence_id }) => evidence_id === item.id);
  const [newest] = versions;
  if (!newest) throw new Error('An item of evidence has no version.');
  return {
    id: item.id,
    caseId: item.case_id,
    categoryKey: item.category_key,
    requirementKey: item.requirement_key,
    documentKind: item.document_kind,
    versionCount: versions.length,
    version: versionResponse(newest, shown),
    renewal: renewalOf(item, shown.now),
  };
}

function renewalOf({ claim_valid_until }: ItemRow, now: Date) {
  if (!claim_valid_until) return null;
  return { validUntil: claim_valid_until.toISOString(), status: renewalStatus(claim_valid_until, now) };
}

function versionResponse(row: VersionRow, shown: Shown) {
  const receipts = receiptsFor(row, shown);
  const last = receipts.map(({ last_read_at }) => last_read_at.getTime());
  return {
    id: row.id,
    number: row.number,
    mediaType: row.media_type,
    sizeBytes: row.size_bytes,
    label: row.label,
    confirmedAt: row.confirmed_at.toISOString(),
    processing: row.processing,
    refusal: refusalResponse(row.refusal, shown.language),
    openings: {
      count: receipts.length,
      lastAt: last.length > 0 ? new Date(Math.max(...last)).toISOString() : null,
    },
  };
}

function receiptsFor({ id }: VersionRow, { receipts }: Shown): ReceiptRow[] {
  return receipts.filter(({ version_id }) => version_id === id);
}
