import type { Database } from '@trust/service-kit/database/db';
import type { Trx } from '../../app.ts';
import type { DB } from '../../db/schema.ts';
import { findChainHead } from '../entries/queries.ts';
import { growTree, subtreeHash } from '../tree/tree.ts';
import type { CheckpointFile } from './checkpoint-file.ts';
import type { CheckpointKey } from './checkpoint-key.ts';
import { findLastCheckpoint, insertCheckpoint, lockCheckpoints, tryCheckpointLock } from './queries.ts';

export type CheckpointParts = { db: Database<DB>; now: () => Date; key: CheckpointKey; file: CheckpointFile };

const intervalMs = 3_600_000;

/** Signs length and last hash (promise P1), once an hour or with `force`. False if none is due. */
export async function makeCheckpoint(parts: CheckpointParts, { force = false } = {}): Promise<boolean> {
  const { db, file } = parts;
  const signed = await db.transact((trx) => signCheckpoint(trx, parts, force));
  if (!signed) return false;
  // Before the row: a checkpoint that is only in the database proves nothing against who owns it.
  await file.append(signed.jws);
  return db.transact(async (trx) => {
    await lockCheckpoints(trx);
    const last = await findLastCheckpoint(trx);
    // Another replica has made one meanwhile.
    if (last && Number(last.size) >= signed.size) return false;
    await insertCheckpoint(trx, signed);
    return true;
  });
}

async function signCheckpoint(trx: Trx, { now, key }: CheckpointParts, force: boolean) {
  if (!(await tryCheckpointLock(trx))) return undefined;
  const [head, last] = [await findChainHead(trx), await findLastCheckpoint(trx)];
  const at = now();
  const isEarly = last !== undefined && at.getTime() - last.made_at.getTime() < intervalMs;
  if (!head || last?.size === head.seq || (isEarly && !force)) return undefined;
  const size = Number(head.seq);
  await growTree(trx, size);
  const [root, tree] = [head.entry_hash, await subtreeHash(trx, 0, size)].map((hash) => hash.toString('base64url'));
  const jws = await key.sign({ size, root: String(root), tree: String(tree), at: at.toISOString() });
  return { size, made_at: at, jws, has_tree: true };
}
