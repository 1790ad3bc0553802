import { traceHeaders } from '@trust/service-kit/observability/telemetry';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { Delivery } from '../db/schema.ts';

export type DeliveryRow = Selectable<Delivery>;

/** Idempotent: at most one delivery per event, channel and person. */
export async function insertDelivery(trx: Trx, delivery: Insertable<Delivery>): Promise<void> {
  await trx
    .insertInto('delivery')
    .values({ ...delivery, traceparent: traceHeaders().traceparent ?? null })
    .onConflict((conflict) => conflict.columns(['event_id', 'channel', 'user_id']).doNothing())
    .execute();
}

export async function findQueued(db: Db): Promise<{ channel: string; queued: number; oldest: Date }[]> {
  const { rows } = await sql<{ channel: string; queued: number; oldest: Date }>`
    select channel, count(*)::int as queued, min(created_at) as oldest from delivery
    where state = 'queued' group by channel`.execute(db);
  return rows;
}

export async function isAnyDue(db: Db, now: Date): Promise<boolean> {
  const due = await db
    .selectFrom('delivery')
    .select('id')
    .where('state', '=', 'queued')
    .where('next_try_at', '<=', now)
    .limit(1)
    .executeTakeFirst();
  return due !== undefined;
}

/** Locked until the transaction ends; skips those that another replica has locked. */
export function lockDueDeliveries(trx: Trx, now: Date, limit: number): Promise<DeliveryRow[]> {
  return trx
    .selectFrom('delivery')
    .selectAll()
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

type End =
  | { state: 'sent'; providerMessageId?: string; failure?: never }
  | { state: 'failed'; failure: 'expired' | 'attempts_used' };

/** Deletes the sealed content: no sent or expired code is stored. */
export async function endDelivery(db: Db, id: string, end: End, at: Date): Promise<void> {
  await db
    .updateTable('delivery')
    .set({
      state: end.state,
      failure: end.failure ?? null,
      ...(end.state === 'sent' && { provider_message_id: end.providerMessageId ?? null }),
      sealed: null,
      next_try_at: null,
      ended_at: at,
    })
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
