import type { PageWindow } from '@trust/service-kit/database/page-window';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../app.ts';
import type { AuditFilter } from './schema.ts';

export type EntryRow = { seq: string; event_id: string; entry: string; entry_hash: Buffer; occurred_at: Date };
type Filter = z.output<typeof AuditFilter>;
export type EntryPosition = readonly [occurredAt: string, seq: string];

/** Newest first, from an index of each filter. */
export async function findEntries(
  db: Db,
  filter: Filter,
  { after, limit }: PageWindow<EntryPosition>,
): Promise<EntryRow[]> {
  const conditions = conditionsOf(filter);
  if (after) conditions.push(sql`(occurred_at, seq) < (${after[0]}::timestamptz, ${after[1]}::bigint)`);
  const { rows } = await sql<EntryRow>`
    select seq, event_id, entry, entry_hash, occurred_at from audit_entry
    where ${sql.join(conditions, sql` and `)}
    order by occurred_at desc, seq desc limit ${limit}`.execute(db);
  return rows;
}

function conditionsOf({
  actorId,
  action,
  objectType,
  objectId,
  providerId,
  outcome,
  requestId,
  startAt,
  endAt,
}: Filter) {
  const conditions = [sql<boolean>`occurred_at is not null`];
  if (actorId) conditions.push(sql`actor_id = ${actorId}`);
  if (action) conditions.push(sql`action = ${action}`);
  if (objectType) conditions.push(sql`object_type = ${objectType}`);
  if (objectId) conditions.push(sql`object_id = ${objectId}`);
  if (providerId) conditions.push(ofProvider(providerId));
  if (outcome) conditions.push(sql`outcome = ${sql.lit(outcome)}`);
  if (requestId) conditions.push(sql`request_id = ${requestId}`);
  if (startAt) conditions.push(sql`occurred_at >= ${startAt}`);
  if (endAt) conditions.push(sql`occurred_at < ${endAt}`);
  return conditions;
}

/** Entries that name the provider, and those on its cases, claims, documents, uploads and services. */
function ofProvider(id: string) {
  return sql<boolean>`(provider_id = ${id} or object_id = any(array(
    select case_id::text from triage_case where provider_id = ${id}
    union all select claim_id::text from claim where provider_id = ${id}
    union all select evidence_version_id::text from evidence_version where provider_id = ${id}
    union all select intent_id::text from upload_intent where provider_id = ${id}
    union all select selection_id::text from provider_service where provider_id = ${id})))`;
}

export async function findEntry(db: Db, id: string): Promise<EntryRow | undefined> {
  const { rows } = await sql<EntryRow>`
    select seq, event_id, entry, entry_hash, occurred_at from audit_entry where event_id = ${id}`.execute(db);
  return rows[0];
}
