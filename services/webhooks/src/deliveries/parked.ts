import { systemAudit } from '@trust/service-kit/audit/audit';
import type { PruneTask } from '@trust/service-kit/database/prune';
import { sql } from 'kysely';
import { audit, type Db, type Trx } from '../app.ts';

/** Newest first. */
export function findParked(db: Db, limit: number) {
  return db
    .selectFrom('delivery')
    .select(['id', 'channel', 'lane', 'template', 'created_at', 'ended_at', 'expires_at'])
    .where('failure', '=', 'attempts_used')
    .orderBy('ended_at', 'desc')
    .limit(limit)
    .execute();
}

/** Queues a parked delivery again, with all its attempts. False if it is not parked or has expired. */
export async function redriveDelivery(trx: Trx, id: string, { at, reason }: { at: Date; reason: string }) {
  const { numUpdatedRows } = await trx
    .updateTable('delivery')
    .set({ state: 'queued', failure: null, attempt_count: 0, next_try_at: at, ended_at: null, redriven_at: at })
    .where('id', '=', id)
    .where('failure', '=', 'attempts_used')
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
    .where((eb) => eb.or([eb('channel', '=', 'push'), eb('sealed', 'is not', null)]))
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  const cause = systemAudit('redriveDelivery', { by: 'command line', at });
  await audit(trx, cause, { objectType: 'delivery', objectId: id, reason });
  return true;
}

/** Deletes the content of parked deliveries that have expired. */
export const pruneParkedContent: PruneTask = async (trx, now) => {
  const { numAffectedRows = 0n } = await sql`
    update delivery set sealed = null where id = any(array(
      select id from delivery where failure = 'attempts_used' and sealed is not null and expires_at <= ${now} limit 5000))`.execute(
    trx,
  );
  return Number(numAffectedRows);
};
