import type { ModerationState, ModerationKind as RequestedKind } from '@trust/contracts/events/customers';
import { isOlder, type PageWindow, type TimeAndId } from '@trust/service-kit/database/page-window';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Trx } from '../app.ts';
import type { Moderation, ModerationRead } from '../db/schema.ts';

export type ModerationRow = Selectable<Moderation>;
/** Besides what customers wrote, images of public profiles are moderated. */
export type ModerationKind = z.output<typeof RequestedKind> | 'media';

/** A repeated request changes the times of an open moderation, and adds persons who cannot decide it. */
export async function upsertModeration(trx: Trx, row: Insertable<Moderation>): Promise<void> {
  await sql`
    insert into moderation (id, subject_id, kind, round, is_appeal, provider_id, category_key, reason_code, involved,
      earlier_subjects, content_revision, requested_at, ready_at, due_at)
    values (${row.id}, ${row.subject_id}, ${row.kind}, ${row.round}, ${row.is_appeal}, ${row.provider_id}, ${row.category_key},
      ${row.reason_code}, ${row.involved}::uuid[],
      ${row.earlier_subjects ?? []}::uuid[], ${row.content_revision ?? 1}, ${row.requested_at}, ${row.ready_at}, ${row.due_at})
    on conflict (subject_id, round) do update set ready_at = excluded.ready_at, due_at = excluded.due_at,
      content_revision = greatest(moderation.content_revision, excluded.content_revision),
      involved = array(select distinct unnest(moderation.involved || excluded.involved))
    where moderation.state = 'open'`.execute(trx);
}

/** The newest revision that was sent to this reader. */
export async function saveModerationRead(trx: Trx, read: Insertable<ModerationRead>): Promise<void> {
  await sql`
    insert into moderation_read (subject_id, round, reader_id, part, content_revision, read_at)
    values (${read.subject_id}, ${read.round}, ${read.reader_id}, ${read.part}, ${read.content_revision}, ${read.read_at})
    on conflict (subject_id, round, reader_id, part) do update
      set content_revision = excluded.content_revision, read_at = excluded.read_at
    where moderation_read.content_revision < excluded.content_revision`.execute(trx);
}

export async function markWithdrawn(trx: Trx, subjectId: string, round: number): Promise<void> {
  await trx
    .updateTable('moderation')
    .set({ state: 'withdrawn' })
    .where('subject_id', '=', subjectId)
    .where('round', '=', round)
    .where('state', '=', 'open')
    .execute();
}

/** All rounds of a subject, oldest first. */
export function lockModerations(trx: Trx, subjectId: string): Promise<ModerationRow[]> {
  return trx
    .selectFrom('moderation')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .orderBy('round')
    .forUpdate()
    .execute();
}

type Scope = { kind: ModerationKind; ownProviders: string[] };

/** The last round of a subject, whatever its state. */
export function lockLast(trx: Trx, subjectId: string, { kind, ownProviders }: Scope) {
  return trx
    .selectFrom('moderation')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .where('kind', '=', kind)
    .where(sql<boolean>`provider_id <> all(${ownProviders}::uuid[])`)
    .orderBy('round', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

/** Whether something stops the provider now, or operators acted on it since they were asked. */
export async function wasActedOn(trx: Trx, { provider_id, requested_at }: ModerationRow): Promise<boolean> {
  const { rows } = await sql`
    select from provider_label where provider_id = ${provider_id} and (state = 'suspended' or publication = 'withheld')
    union all select from incident where provider_id = ${provider_id} and (opened_at >= ${requested_at} or state <> 'resolved')
    union all select from emergency_action
      where provider_id = ${provider_id} and coalesce(lifted_at, expires_at) >= ${requested_at}
    union all select from triage_case where provider_id = ${provider_id} and kind = 'review'
      and (opened_at >= ${requested_at} or state not in ('decided', 'closed', 'withdrawn', 'expired'))
    limit 1`.execute(trx);
  return rows.length > 0;
}

export function lockModeration(trx: Trx, id: string) {
  return trx.selectFrom('moderation').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

type Decision = Pick<ModerationRow, 'is_name_kept'> & {
  outcome: string;
  decision_reason: string;
  reason: string;
  decided_by: string;
  decided_at: Date;
};

export function markDecided(trx: Trx, id: string, decision: Decision): Promise<ModerationRow> {
  return trx
    .updateTable('moderation')
    .set({ state: 'decided', ...decision })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

type Filter = Scope & {
  state?: ModerationState | undefined;
  providerId?: string | undefined;
};

/** Newest first. */
export function findModerations(
  db: Db,
  { kind, ownProviders, state, providerId }: Filter,
  { after, limit }: PageWindow<TimeAndId>,
): Promise<ModerationRow[]> {
  let query = db
    .selectFrom('moderation')
    .selectAll()
    .where('kind', '=', kind)
    .where(sql<boolean>`provider_id <> all(${ownProviders}::uuid[])`)
    .where(isOlder('requested_at', 'id', after));
  if (state) query = query.where('state', '=', state);
  if (providerId) query = query.where('provider_id', '=', providerId);
  return query.orderBy('requested_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}
