import { traceHeaders } from '@trust/service-kit/observability/telemetry';
import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { Delivery } from '../db/schema.ts';
import type { Lane } from './lanes.ts';

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
