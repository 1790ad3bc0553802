import { pruneTask } from '@trust/service-kit/database/prune';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { InboundEvent } from '../../db/schema.ts';
import type { Outcome } from './webhook-source.ts';

type NewEvent = Pick<Insertable<InboundEvent>, 'id' | 'source' | 'provider_event_id' | 'received_at'> & {
  body_hash: Buffer;
  content: Buffer;
};

/** Returns the ids that are new: an event id of a sender is stored once (promise W3). */
export async function insertInboundEvents(trx: Trx, events: readonly NewEvent[]): Promise<Set<string>> {
  // Sorted: batches of replicas lock in one order.
  const keyOf = ({ source, provider_event_id }: NewEvent) => `${source} ${provider_event_id}`;
  const rows = await trx
    .insertInto('inbound_event')
    .values(events.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)))
    .onConflict((conflict) => conflict.columns(['source', 'provider_event_id']).doNothing())
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Counts them, and flags those whose body differs. */
export async function countRepeats(trx: Trx, repeats: readonly NewEvent[]): Promise<void> {
  await sql`
    update inbound_event known
    set duplicate_count = duplicate_count + repeats, conflict_count = conflict_count + conflicts
    from (
      select id, count(*)::int as repeats, count(*) filter (where first.body_hash <> again.body_hash)::int as conflicts
      from unnest(${repeats.map(({ source }) => source)}::text[], ${repeats.map((one) => one.provider_event_id)}::text[],
        ${repeats.map((one) => one.body_hash)}::bytea[]) as again (source, provider_event_id, body_hash)
      join inbound_event first using (source, provider_event_id) group by id
    ) counted
    where known.id = counted.id`.execute(trx);
}

export function lockInboundEvents(trx: Trx, ids: readonly string[]): Promise<Selectable<InboundEvent>[]> {
  return trx.selectFrom('inbound_event').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute();
}

/** Deletes the bodies: nothing of them is needed again. */
export async function endInboundEvents(trx: Trx, outcomes: ReadonlyMap<string, Outcome>, at: Date): Promise<void> {
  await sql`
    update inbound_event set outcome = done.outcome, processed_at = ${at}, content = null
    from unnest(${[...outcomes.keys()]}::uuid[], ${[...outcomes.values()]}::text[]) as done (id, outcome)
    where inbound_event.id = done.id`.execute(trx);
}

const keptDays = 30;
const before = (now: Date) => new Date(now.getTime() - keptDays * 24 * 60 * 60 * 1000);

/** Longer than any sender repeats: Meta does for seven days (promise W3). */
export const pruneInbound = [
  pruneTask('inbound_event', (now) => sql`received_at < ${before(now)}`),
  pruneTask('message_status', (now) => sql`reported_at < ${before(now)}`),
];
