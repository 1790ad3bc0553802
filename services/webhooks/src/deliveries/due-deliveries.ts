import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { Delivery } from '../db/schema.ts';
import type { Attempt } from './attempts.ts';
import { type Lane, lanes } from './lanes.ts';

export type DeliveryRow = Selectable<Delivery>;

/** The id of the event names the partition. */
export type DeliveryKey = Pick<DeliveryRow, 'id' | 'event_id'>;

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

export async function beginAttempt(trx: Trx, { id, event_id }: DeliveryKey, nextAttemptAt: Date): Promise<void> {
  await trx
    .updateTable('delivery')
    .set({ attempt_count: sql`attempt_count + 1`, next_try_at: nextAttemptAt })
    .where('id', '=', id)
    .where('event_id', '=', event_id)
    .where('state', '=', 'queued')
    .execute();
}

/** Not an attempt: quiet hours. */
export async function postponeDelivery(db: Db, { id, event_id }: DeliveryKey, until: Date): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ attempt_count: sql`attempt_count - 1`, next_try_at: until })
    .where('id', '=', id)
    .where('event_id', '=', event_id)
    .where('state', '=', 'queued')
    .execute();
}

type End =
  | { state: 'sent'; providerMessageId?: string; failure?: never }
  | { state: 'failed'; failure: 'expired' | 'refused' };

/** Deletes the sealed content: no sent or expired code is stored. */
export async function endDelivery(
  db: Db,
  { id, event_id }: DeliveryKey,
  end: End,
  at: Date,
  attempt?: Attempt,
): Promise<void> {
  const ended = {
    state: end.state,
    failure: end.failure ?? null,
    ...(end.state === 'sent' && { provider_message_id: end.providerMessageId ?? null }),
    sealed: null,
    next_try_at: null,
    ended_at: at,
  };
  const update = db
    .updateTable('delivery')
    .set(ended)
    .where('id', '=', id)
    .where('event_id', '=', event_id)
    .where('state', '=', 'queued');
  if (!attempt) return void (await update.execute());
  // One statement, so that no attempt is without its end.
  await db
    .with('ended', () => update.returning('id'))
    .insertInto('delivery_attempt')
    .values(attempt)
    .execute();
}

/** Keeps the sealed content for `redriveDelivery`. */
export async function parkDelivery(trx: Trx, { id, event_id }: DeliveryKey, at: Date): Promise<void> {
  await trx
    .updateTable('delivery')
    .set({ state: 'failed', failure: 'attempts_used', next_try_at: null, ended_at: at })
    .where('id', '=', id)
    .where('event_id', '=', event_id)
    .where('state', '=', 'queued')
    .execute();
}
