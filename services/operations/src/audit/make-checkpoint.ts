import type { Database } from '@trust/service-kit/database/db';
import type { DB } from '../db/schema.ts';
import type { CheckpointFile } from './checkpoint-file.ts';
import type { CheckpointKey } from './checkpoint-key.ts';
import { findChainHead, findLastCheckpoint, insertCheckpoint, isElected } from './queries.ts';

export type CheckpointParts = { db: Database<DB>; now: () => Date; key: CheckpointKey; file: CheckpointFile };

const everyMs = 3_600_000;

/**
 * Signs how long the chain is and what it ends in, into the table and the file (promise P1). Without `evenIfEarly` once an hour.
 * A chain that has not grown gets none. Returns whether one was made.
 */
export async function makeCheckpoint(
  { db, now, key, file }: CheckpointParts,
  { evenIfEarly = false } = {},
): Promise<boolean> {
  const jws = await db.transact(async (trx) => {
    if (!(await isElected(trx))) return undefined;
    const [head, last] = [await findChainHead(trx), await findLastCheckpoint(trx)];
    const at = now();
    const isEarly = last !== undefined && at.getTime() - last.made_at.getTime() < everyMs;
    if (!head || last?.size === head.seq || (isEarly && !evenIfEarly)) return undefined;
    const size = Number(head.seq);
    const signed = await key.sign({ size, root: head.entry_hash.toString('base64url'), at: at.toISOString() });
    await insertCheckpoint(trx, { size, made_at: at, jws: signed });
    return signed;
  });
  if (jws) await file.append(jws);
  return jws !== undefined;
}
