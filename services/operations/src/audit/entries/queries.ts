import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';

/** Appends entries in this order; the database numbers and hashes them. Ignores duplicates. */
export async function appendEntries(trx: Trx, entries: string[]): Promise<void> {
  await sql`
    insert into audit_entry (entry)
    select entry from unnest(${entries}::text[]) with ordinality as arrived (entry, position) order by position
    on conflict (event_id) do nothing`.execute(trx);
}

export function findChainHead(db: Db) {
  return db.selectFrom('audit_entry').select(['seq', 'entry_hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst();
}

export function findEntriesAfter(db: Db, seq: string, limit: number) {
  return db
    .selectFrom('audit_entry')
    .select(['seq', 'entry', 'previous_hash', 'entry_hash'])
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute();
}

const countBatch = 10_000;

/** Counts the next 10,000 entries after `seq` by service; undefined at the end of the chain. */
export async function countEntriesAfter(db: Db, seq: number) {
  const { rows } = await sql<{ service: string; count: number; last: string }>`
    select service, count(*)::int as count, max(seq) as last from audit_entry
    where seq > ${seq} and seq <= ${seq + countBatch} group by 1`.execute(db);
  if (rows.length === 0) return undefined;
  return { rows, last: Math.max(...rows.map(({ last }) => Number(last))) };
}

export async function findEntriesByActor(db: Db, personId: string, limit: number): Promise<unknown[]> {
  const { rows } = await sql`
    select coalesce(e ->> 'occurredAt', e ->> 'at') as at, e ->> 'action' as action, e ->> 'objectType' as "objectType", e ->> 'objectId' as "objectId",
      e ->> 'outcome' as outcome, e ->> 'reason' as reason, e ->> 'sessionId' as "sessionId"
    from (select entry::jsonb as e, seq from audit_entry where actor_id = ${personId}
      order by occurred_at desc, seq desc limit ${limit}) own order by seq desc`.execute(db);
  return rows;
}
