import type { auditFor } from '@trust/service-kit/audit/audit';
import { type AnyTrx, pipeline } from '@trust/service-kit/database/transaction';
import { deleteStoredAnswers } from '@trust/service-kit/http/idempotency';
import { Problem } from '@trust/service-kit/problems/problem';
import { sql } from 'kysely';

const lockOf = (personId: string) => sql`hashtextextended(${`writes of person ${personId}`}, 0)`;

/** The first statement of an erasure: it waits for writes of the person that passed `isErased`. */
export async function recordErasure(trx: AnyTrx, personId: string, at: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf(personId)})`.execute(trx);
  await sql`insert into erased_person values (${personId}, ${at}) on conflict do nothing`.execute(trx);
  await deleteStoredAnswers(trx, personId);
}

/** True from the beginning of the erasure on. If not, the erasure waits for this transaction. It waits for no lock. */
export async function isErased(trx: AnyTrx, personId: string): Promise<boolean> {
  const lock = sql<{ free: boolean }>`select pg_try_advisory_xact_lock_shared(${lockOf(personId)}) as free`;
  // A separate statement, to see what an erasure committed before the lock.
  const erased = sql`select from erased_person where person_id = ${personId}`;
  const [[taking], found] = await pipeline<[{ free: boolean }, unknown]>(trx, lock.compile(trx), erased.compile(trx));
  return !taking?.free || found.length > 0;
}

type Audit = ReturnType<typeof auditFor>;

/** All writes of people pass `audit`: those of erased persons become 401 (docs/domain/erasure.md 43). */
export function refuseErased(audit: Audit): Audit {
  return async (trx, input, entry) => {
    if (input.actor && (await isErased(trx, input.actor.userId))) throw new Problem('unauthenticated');
    return audit(trx, input, entry);
  };
}
