import type { Database } from '@trust/service-kit/database/db';
import { growTree, subtreeHash } from '../audit-tree/tree.ts';
import type { DB } from '../db/schema.ts';
import type { CheckpointFile } from './checkpoint-file.ts';
import type { CheckpointKey } from './checkpoint-key.ts';
import { findChainHead, findLastCheckpoint, insertCheckpoint, tryCheckpointLock } from './queries.ts';

export type CheckpointParts = { db: Database<DB>; now: () => Date; key: CheckpointKey; file: CheckpointFile };

const intervalMs = 3_600_000;

/** Signs length and last hash (promise P1), once an hour or with `force`. False if none is due. */
export async function makeCheckpoint(
  { db, now, key, file }: CheckpointParts,
  { force = false } = {},
): Promise<boolean> {
  const jws = await db.transact(async (trx) => {
    if (!(await tryCheckpointLock(trx))) return undefined;
    const [head, last] = [await findChainHead(trx), await findLastCheckpoint(trx)];
    const at = now();
    const isEarly = last !== undefined && at.getTime() - last.made_at.getTime() < intervalMs;
    if (!head || last?.size === head.seq || (isEarly && !force)) return undefined;
    const size = Number(head.seq);
    await growTree(trx, size);
    const [root, tree] = [head.entry_hash, await subtreeHash(trx, 0, size)].map((hash) => hash.toString('base64url'));
    const signed = await key.sign({ size, root: String(root), tree: String(tree), at: at.toISOString() });
    // Before the commit: a checkpoint that is only in the database proves nothing against who owns it.
    await file.append(signed);
    await insertCheckpoint(trx, { size, made_at: at, jws: signed, has_tree: true });
    return signed;
  });
  return jws !== undefined;
}
