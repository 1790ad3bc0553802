import type { Db, Trx } from '../../app.ts';
import { nodeHash, pathInLeaves, rootOfLeaves, splitOf } from './merkle.ts';
import { countBlocks, findLeaves, findNode, insertNode } from './queries.ts';

const blockLevel = 8;
const blockSize = 2 ** blockLevel;

/** Stores the complete subtrees of the first `size` entries. Call it under the lock of checkpoints. */
export async function growTree(trx: Trx, size: number): Promise<void> {
  const blocks = Math.floor(size / blockSize);
  for (let block = await countBlocks(trx, blockLevel); block < blocks; block++) {
    let hash = rootOfLeaves(await findLeaves(trx, block * blockSize, blockSize));
    let [level, position] = [blockLevel, block];
    await insertNode(trx, level, position, hash);
    for (; position % 2 === 1; position = (position - 1) / 2) {
      hash = nodeHash(await storedNode(trx, level, position - 1), hash);
      level += 1;
      await insertNode(trx, level, (position - 1) / 2, hash);
    }
  }
}

/** Hash of `count` entries after the first `start`. */
export async function subtreeHash(db: Db, start: number, count: number): Promise<Buffer> {
  if (count <= blockSize) return rootOfLeaves(await findLeaves(db, start, count));
  const level = Math.log2(count);
  if (Number.isInteger(level)) return storedNode(db, level, start / count);
  const split = splitOf(count);
  return nodeHash(await subtreeHash(db, start, split), await subtreeHash(db, start + split, count - split));
}

/** Inclusion proof of entry `index` (from 0) in the tree of the first `size` entries. */
export async function pathTo(db: Db, index: number, size: number, start = 0): Promise<Buffer[]> {
  if (size <= blockSize) return pathInLeaves(await findLeaves(db, start, size), index);
  const split = splitOf(size);
  return index < split
    ? [...(await pathTo(db, index, split, start)), await subtreeHash(db, start + split, size - split)]
    : [...(await pathTo(db, index - split, size - split, start + split)), await subtreeHash(db, start, split)];
}

async function storedNode(db: Db, level: number, position: number): Promise<Buffer> {
  const hash = await findNode(db, level, position);
  if (!hash) throw new Error(`The audit tree lacks node ${position} of level ${level}. Verify the audit log.`);
  return hash;
}
