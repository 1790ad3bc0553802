import { traceHeaders } from '@trust/service-kit/observability/telemetry';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { Delivery } from '../db/schema.ts';
import type { Attempt } from './attempts.ts';
import { type Lane, lanes } from './lanes.ts';

export type DeliveryRow = Selectable<Delivery>;

/** Idempotent: at most one delivery per event, channel, person and device. */
export async function insertDelivery(trx: Trx, delivery: Insertable<Delivery> & { lane: Lane }): Promise<void> {
  await trx
    .insertInto('delivery')
    .values({ ...delivery, traceparent: traceHeaders().traceparent ?? null })
    .onConflict((conflict) => conflict.columns(['event_id', 'channel', 'user_id', 'device_id']).doNothing())
    .execute();
}

type Queued = { channel: string; queued: number; parked: number; oldest: Date | null };

export async function findQueued(db: Db): Promise<Queued[]> {
  const { rows } = await sql<Queued>`
    select channel, count(*) filter (where state = 'queued')::int as queued,
      count(*) filter (where state = 'failed')::int as parked,
      min(created_at) filter (where state = 'queued' and lane like '%\\_code') as oldest
    from delivery where state = 'queued' or failure = 'attempts_used' group by channel`.execute(db);
  return rows;
}

export async function findDueLanes(db: Db, now: Date): Promise<Lane[]> {
  const { rows } = await sql<{ lane: Lane }>`
    select lane from unnest(${sql.val([...lanes])}::text[]) as one (lane) where exists (
      select from delivery where delivery.lane = one.lane and state = 'queued' and next_try_at <= ${now})`.execute(db);
  return rows.map(({ lane }) => lane);
}

/** Locked until the transaction ends; skips those that another replica has locked. */
export function lockDueDeliveries(
  trx: Trx,
  { lane, now, limit }: { lane: Lane; now: Date; limit: number },
): Promise<DeliveryRow[]> {
  return trx
    .selectFrom('delivery')
    .selectAll()
    .where('lane', '=', lane)
    .where('state', '=', 'queued')
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function beginAttempt(trx: Trx, id: string, nextAttemptAt: Date): Promise<void> {
  await trx
    .updateTable('delivery')
    .set({ attempt_count: sql`attempt_count + 1`, next_try_at: nextAttemptAt })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
}

/** Not an attempt: quiet hours. */
export async function postponeDelivery(db: Db, id: string, until: Date): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ attempt_count: sql`attempt_count - 1`, next_try_at: until })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
}

type End =
  | { state: 'sent'; providerMessageId?: string; failure?: never }
  | { state: 'failed'; failure: 'expired' | 'refused' };

/** Deletes the sealed content: no sent or expired code is stored. */
export async function endDelivery(db: Db, id: string, end: End, at: Date, attempt?: Attempt): Promise<void> {
  const ended = {
    state: end.state,
    failure: end.failure ?? null,
    ...(end.state === 'sent' && { provider_message_id: end.providerMessageId ?? null }),
    sealed: null,
    next_try_at: null,
    ended_at: at,
  };
  const update = db.updateTable('delivery').set(ended).where('id', '=', id).where('state', '=', 'queued');
  if (!attempt) return void (await update.execute());
  // One statement, so that no attempt is without its end.
  await db
    .with('ended', () => update.returning('id'))
    .insertInto('delivery_attempt')
    .values(attempt)
    .execute();
}

/** Keeps the sealed content for `redriveDelivery`. */
export async function parkDelivery(trx: Trx, id: string, at: Date): Promise<void> {
  await trx
    .updateTable('delivery')
    .set({ state: 'failed', failure: 'attempts_used', next_try_at: null, ended_at: at })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
}

export async function endQueuedPushes(trx: Trx, userId: string, at: Date): Promise<void> {
  await trx
    .updateTable('delivery')
    .set({ state: 'failed', failure: 'refused', next_try_at: null, ended_at: at })
    .where('user_id', '=', userId)
    .where('state', '=', 'queued')
    .execute();
}

/** Oldest first. A message has a handful of statuses. */
export function findReportedStatuses(trx: Trx, providerMessageId: string) {
  return trx
    .selectFrom('message_status')
    .select(['status', 'reported_at'])
    .where('source', '=', 'twilio')
    .where('message_ref', '=', providerMessageId)
    .orderBy('reported_at')
    .execute();
}

export async function recordReport(
  trx: Trx,
  report: { channel: string; providerMessageId: string; state: string; failure?: string },
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('delivery')
    .set({ state: report.state, failure: report.failure ?? null, reported_at: at })
    .where('channel', '=', report.channel)
    .where('provider_message_id', '=', report.providerMessageId)
    .where('state', '=', 'sent')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
