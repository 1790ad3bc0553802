import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';

const checkpointLock = sql`hashtextextended('audit checkpoint', 0)`;

/** True for one replica at a time, until its transaction ends. */
export async function tryCheckpointLock(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${checkpointLock}) as locked`.execute(trx);
  return rows[0]?.locked === true;
}

/** Waits for the lock of `tryCheckpointLock`. */
export async function lockCheckpoints(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${checkpointLock})`.execute(trx);
}

export function findLastCheckpoint(db: Db) {
  return db
    .selectFrom('audit_checkpoint')
    .select(['size', 'made_at', 'jws'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertCheckpoint(
  trx: Trx,
  checkpoint: { size: number; made_at: Date; jws: string; has_tree: boolean },
): Promise<void> {
  await trx.insertInto('audit_checkpoint').values(checkpoint).execute();
}

export async function findCheckpoints(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('audit_checkpoint').select('jws').orderBy('id').execute();
  return rows.map(({ jws }) => jws);
}
