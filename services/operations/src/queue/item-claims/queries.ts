import { pruneTask } from '@trust/service-kit/database/prune';
import { sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { TriageRow } from '../items/find-triage-items.ts';
import { claimMinutes } from './limits.ts';

type Subject = Pick<TriageRow, 'subject_id' | 'subject_type'>;

/** Claims of one operator wait for each other, so that their number is right. */
export async function countClaims(trx: Trx, operatorId: string, now: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('triage claims of ' || ${operatorId}, 0))`.execute(trx);
  const { count } = await trx
    .selectFrom('triage_claim')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('operator_id', '=', operatorId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** False if another operator holds the item, or is claiming it in another transaction: it never waits. */
export async function takeClaim(
  trx: Trx,
  { subject_id, subject_type }: Subject,
  { operatorId, now }: { operatorId: string; now: Date },
): Promise<boolean> {
  const until = claimedUntil(now);
  const { rows } = await sql`
    insert into triage_claim (subject_id, subject_type, operator_id, claimed_at, expires_at)
    select ${subject_id}::uuid, ${subject_type}, ${operatorId}::uuid, ${now}::timestamptz, ${until}::timestamptz
    where pg_try_advisory_xact_lock(hashtextextended('triage item ' || ${subject_id}, 0))
    on conflict (subject_id) do update
      set operator_id = excluded.operator_id, claimed_at = excluded.claimed_at, expires_at = excluded.expires_at
      where triage_claim.expires_at <= ${now} or triage_claim.operator_id = excluded.operator_id
    returning subject_id`.execute(trx);
  return rows.length > 0;
}

export function claimedUntil(now: Date): Date {
  return new Date(now.getTime() + claimMinutes * 60_000);
}

export async function deleteClaim(trx: Trx, subjectId: string, operatorId: string): Promise<void> {
  await trx
    .deleteFrom('triage_claim')
    .where('subject_id', '=', subjectId)
    .where('operator_id', '=', operatorId)
    .execute();
}

/** A claim that has ended has no effect. */
export const endedClaims = pruneTask('triage_claim', (now) => sql`expires_at <= ${now}`);
