import { type QueryExecutorProvider, sql } from 'kysely';
import { databaseNow } from '../clock.ts';

export type Backlog = {
  unsentEvents: number;
  oldestUnsentSeconds: number | null;
  /** Audit events ever emitted. Commands of other versions read this name. */
  audited: number;
  deadLetters: number;
  /** Dead letters by type and kind of reason, with the ids of the first five. */
  groups: { type: string; reason: string; count: number; eventIds: string[] }[];
  /** The first hundred dead letters, without reasons, which can quote values. `parkedAt` is RFC 3339 in UTC. */
  parked: { eventId: string; type: string; parkedAt: string }[];
};

/**
 * Counts what a service has not sent, and could not apply. `without` leaves an aggregate out of the unsent events:
 * a report of these numbers must not count itself.
 */
export async function readBacklog(db: QueryExecutorProvider, { without = '' } = {}): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    with unsent as (select aggregate, created_at from outbox where sent_at is null and aggregate <> ${without}),
      open_letter as (
        select event_id, type, split_part(reason, ':', 1) as reason, failed_at
        from dead_letter where redriven_at is null and discarded_at is null)
    select (select count(*)::int from unsent) as "unsentEvents",
      (select extract(epoch from ${databaseNow()} - min(created_at))::int from unsent) as "oldestUnsentSeconds",
      (select sent::float8 from audit_announced) +
        (select count(*) from unsent where aggregate = 'audit') as "audited",
      (select count(*)::int from open_letter) as "deadLetters",
      (select coalesce(jsonb_agg(one order by one.type, one.reason), '[]') from (
        select type, reason, count(*)::int as count, (array_agg(event_id order by failed_at))[:5] as "eventIds"
        from open_letter group by type, reason) one) as groups,
      (select coalesce(jsonb_agg(one order by one."parkedAt", one."eventId"), '[]') from (
        select event_id as "eventId", type,
          to_char(failed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "parkedAt"
        from open_letter order by failed_at, event_id limit 100) one) as parked`.execute(db);
  return rows[0] as Backlog;
}
