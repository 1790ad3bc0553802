import type { AnyTrx } from '@trust/service-kit/database/transaction';
import { Problem } from '@trust/service-kit/problems/problem';
import { type RawBuilder, sql } from 'kysely';

type Choice = {
  permission: string;
  /** Operators with this load get nothing. */
  capacity: number;
  now: Date;
  /** A query of one row, `load` and `last_assigned_at`, for the operator `o.user_id`. */
  work: RawBuilder<unknown>;
};

/**
 * Present operators with room, the least load first, then the longest without a new assignment. Needs the
 * tables `operator` and `operator_presence`. One automatic assignment of a service runs at a time, so
 * that the load of each counts for the next (docs/domain/review-and-duties.md 11).
 */
export async function listPresentOperators(
  trx: AnyTrx,
  { permission, capacity, now, work }: Choice,
): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('automatic assignment', 0))`.execute(trx);
  const { rows } = await sql<{ user_id: string }>`
    select o.user_id from operator o
    join operator_presence p on p.user_id = o.user_id and p.present_until > ${now}
    left join lateral (${work}) work on true
    where ${permission} = any(o.permissions) and work.load < ${capacity}
    order by work.load, work.last_assigned_at nulls first, o.user_id limit 50`.execute(trx);
  return rows.map(({ user_id }) => user_id);
}

/** The result for the first whom no rule of separate duties excludes. A savepoint undoes a refused attempt. */
export async function assignToFirst<Result>(
  trx: AnyTrx,
  operators: readonly string[],
  assign: (assigneeId: string) => Promise<Result>,
): Promise<Result | undefined> {
  for (const assigneeId of operators) {
    await sql`savepoint attempt`.execute(trx);
    try {
      return await assign(assigneeId);
    } catch (error) {
      if (!(error instanceof Problem) || error.slug !== 'separation-of-duties') throw error;
      await sql`rollback to savepoint attempt`.execute(trx);
    }
  }
  return undefined;
}

/** `userId` is present until `endsAt`, as announced at `occurredAt`. Events may arrive in any order. */
export async function savePresence(
  trx: AnyTrx,
  { userId, endsAt, occurredAt }: { userId: string; endsAt: string; occurredAt: string },
): Promise<void> {
  await sql`
    insert into operator_presence as known (user_id, present_until, announced_at)
    values (${userId}, ${endsAt}, ${occurredAt})
    on conflict (user_id) do update set present_until = excluded.present_until, announced_at = excluded.announced_at
      where known.announced_at <= excluded.announced_at`.execute(trx);
}
