import { publisherOf } from '@trust/contracts/event';
import type { AuditedService } from '@trust/contracts/events/any';
import { sql } from 'kysely';
import { auditFor, systemAudit } from '../audit/audit.ts';
import type { AnyDatabase, AnyTrx } from '../database/transaction.ts';
import { withConsumerSpan } from '../observability/telemetry.ts';
import { envelopeOf } from '../outbox/envelope.ts';
import { hasWeek } from './event-ids.ts';
import { missingPredecessor, parsePayload } from './inbox.ts';
import type { Handler } from './subscription.ts';

export type RedriveResult = { applied: number; failed: { eventId: string; reason: string }[] };

type Parked = {
  consumer: string;
  event_id: string;
  type: string;
  headers: Record<string, string>;
  payload: string;
  reason: string;
};

/**
 * Applies parked events once and in order per aggregate, whatever it has reached since (promise
 * E4): handlers that store a state must compare `event.sequence`. After a failure the later ones of
 * the aggregate stay parked.
 */
export async function redrive(
  db: AnyDatabase,
  handlers: readonly Handler[],
  { eventId }: { eventId?: string } = {},
): Promise<RedriveResult> {
  const { rows } = await sql<Parked>`
    select consumer, event_id, type, headers, payload, reason from dead_letter
    where redriven_at is null and discarded_at is null and event_id = coalesce(${eventId ?? null}::uuid, event_id)
    order by headers->>'ce-partitionkey', (headers->>'ce-sequence')::bigint, headers->>'ce-time'`.execute(db);
  const result: RedriveResult = { applied: 0, failed: [] };
  const blocked = new Set<string>();
  for (const parked of rows) {
    const { aggregateId } = envelopeOf(parked.type, parked.headers, parked.event_id);
    if (aggregateId !== undefined && blocked.has(aggregateId)) continue;
    try {
      if (await redriveOne(db, handlers, parked, eventId !== undefined)) result.applied++;
    } catch (error) {
      if (aggregateId !== undefined) blocked.add(aggregateId);
      result.failed.push({ eventId: parked.event_id, reason: `${error}`.slice(0, 500) });
    }
  }
  return result;
}

async function redriveOne(
  db: AnyDatabase,
  handlers: readonly Handler[],
  parked: Parked,
  isNamed: boolean,
): Promise<boolean> {
  const { consumer, event_id, type, headers, payload, reason } = parked;
  const handler = handlers.find((one) => one.type.type === type);
  // Parked only to keep its sequence number: no handler exists.
  const hasNoEffect = !handler && reason === 'sequence_gap';
  if (!handler && !hasNoEffect) throw new Error(`${type} is not subscribed to.`);
  const parsed = handler ? parsePayload(handler, payload) : { payload: undefined };
  if ('failure' in parsed) throw new Error(parsed.failure);
  const event = { ...envelopeOf(type, headers, event_id), id: event_id };
  return db.transact(async (trx) => {
    const { numAffectedRows } = await sql`
      update dead_letter set redriven_at = clock_timestamp()
      where consumer = ${consumer} and event_id = ${event_id} and redriven_at is null and discarded_at is null`.execute(
      trx,
    );
    if (!numAffectedRows) return false;
    if (reason === missingPredecessor) await moveOn(trx, parked, isNamed);
    const span = { name: `redrive ${type}`, causes: [headers], isFirst: false };
    await withConsumerSpan(span, async () => handler?.handle([{ ...parsed, event }], trx));
    return true;
  });
}

/** Moves the aggregate past a held event. `isForced`: despite missing predecessors. */
async function moveOn(trx: AnyTrx, { consumer, event_id, type, headers }: Parked, isForced: boolean): Promise<void> {
  const { aggregateId, sequence = 0 } = envelopeOf(type, headers, event_id);
  const { numAffectedRows } = await sql`
    update inbox_position set last_seq = ${sequence}
    where consumer = ${consumer} and aggregate_id = ${`${publisherOf(type)}/${aggregateId}`}
      and (last_seq = ${sequence - 1} or (${isForced} and last_seq < ${sequence}))`.execute(trx);
  if (!numAffectedRows)
    throw new Error('Preceding events are missing. Run `npm run events -- republish --since <time>`, then redrive.');
  if (!hasWeek(event_id, new Date())) return;
  await sql`insert into inbox (consumer, event_id) values (${consumer}, ${event_id}) on conflict do nothing`.execute(
    trx,
  );
}

/** The row stays, and the audit log has the reason. False if there is none. */
export function discard(
  db: AnyDatabase,
  service: AuditedService,
  { eventId, reason, at }: { eventId: string; reason: string; at: Date },
): Promise<boolean> {
  return db.transact(async (trx) => {
    const { rows } = await sql<Parked>`
      update dead_letter set discarded_at = ${at}
      where event_id = ${eventId}::uuid and redriven_at is null and discarded_at is null
      returning consumer, event_id, type, headers, reason`.execute(trx);
    const [parked] = rows;
    if (!parked) return false;
    if (parked.reason === missingPredecessor) await moveOn(trx, parked, true);
    await auditFor(service)(trx, systemAudit('discardEvent', { by: 'command line', at }), {
      objectType: 'event',
      objectId: eventId,
      reason,
      before: { type: parked.type, parkedAs: parked.reason.split(':')[0] ?? '' },
      after: { discarded: true },
    });
    return true;
  });
}
