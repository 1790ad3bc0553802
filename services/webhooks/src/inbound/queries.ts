import { pruneTask } from '@trust/service-kit/database/prune';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Trx } from '../app.ts';
import type { InboundEvent, MessageStatus } from '../db/schema.ts';
import type { Outcome } from './webhook-source.ts';

/** False for an event id that exists: it is counted, and flagged if its body differs (promise W3). */
export async function insertInboundEvent(trx: Trx, event: Insertable<InboundEvent>): Promise<boolean> {
  const { id } = await trx
    .insertInto('inbound_event')
    .values(event)
    .onConflict((conflict) =>
      conflict.columns(['source', 'provider_event_id']).doUpdateSet({
        duplicate_count: sql`inbound_event.duplicate_count + 1`,
        conflict_count: sql`inbound_event.conflict_count + (inbound_event.body_hash <> excluded.body_hash)::int`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id === event.id;
}

export function lockInboundEvent(trx: Trx, id: string): Promise<Selectable<InboundEvent> | undefined> {
  return trx.selectFrom('inbound_event').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Deletes the body: nothing of it is needed again. */
export async function endInboundEvent(trx: Trx, id: string, outcome: Outcome, at: Date): Promise<void> {
  await trx
    .updateTable('inbound_event')
    .set({ outcome, processed_at: at, content: null })
    .where('id', '=', id)
    .execute();
}

export async function insertMessageStatus(trx: Trx, status: Insertable<MessageStatus>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('message_status')
    .values(status)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

const keptDays = 30;
const before = (now: Date) => new Date(now.getTime() - keptDays * 24 * 60 * 60 * 1000);

/** Longer than any sender repeats: Meta does for seven days (promise W3). */
export const pruneInbound = [
  pruneTask('inbound_event', (now) => sql`received_at < ${before(now)}`),
  pruneTask('message_status', (now) => sql`reported_at < ${before(now)}`),
];
