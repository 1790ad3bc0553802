import { createHash } from 'node:crypto';

/** Merkle tree of RFC 9162 §2.1: the leading byte keeps a leaf from being read as a node. */
export function leafHash(entry: string): Buffer {
  return createHash('sha256').update(Buffer.of(0)).update(entry).digest();
}

export function nodeHash(left: Buffer, right: Buffer): Buffer {
  return createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest();
}

/** Roots of complete subtrees, largest first; each is larger than the next. */
export type Frontier = { size: number; hash: Buffer }[];

export function appendLeaf(frontier: Frontier, leaf: Buffer): void {
  let [size, hash] = [1, leaf];
  for (let last = frontier.at(-1); last?.size === size; last = frontier.at(-1)) {
    frontier.pop();
    [size, hash] = [size * 2, nodeHash(last.hash, hash)];
  }
  frontier.push({ size, hash });
}

export function frontierRoot(frontier: Frontier): Buffer {
  return frontier.map(({ hash }) => hash).reduceRight((right, left) => nodeHash(left, right));
}

export function rootOfLeaves(leaves: readonly Buffer[]): Buffer {
  const frontier: Frontier = [];
  for (const leaf of leaves) appendLeaf(frontier, leaf);
  return frontierRoot(frontier);
}

/** A tree of `count` leaves splits at the largest power of two below it. */
export function splitOf(count: number): number {
  return 2 ** Math.ceil(Math.log2(count) - 1);
}

/** The inclusion proof of leaf `index`, from the leaf to the root (RFC 9162 §2.1.3.1). */
export function pathInLeaves(leaves: readonly Buffer[], index: number): Buffer[] {
  if (leaves.length === 1) return [];
  const split = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return index < split
    ? [...pathInLeaves(left, index), rootOfLeaves(right)]
    : [...pathInLeaves(right, index - split), rootOfLeaves(left)];
}

/** The root that the proof leads to (RFC 9162 §2.1.3.2); undefined if it has the wrong length. */
export function rootOfPath(
  leaf: Buffer,
  { index, size, path }: { index: number; size: number; path: readonly Buffer[] },
): Buffer | undefined {
  if (index >= size) return undefined;
  let [own, last, hash] = [BigInt(index), BigInt(size - 1), leaf];
  for (const sibling of path) {
    if (last === 0n) return undefined;
    if (own & 1n || own === last) {
      hash = nodeHash(sibling, hash);
      for (; !(own & 1n) && own !== 0n; own >>= 1n) last >>= 1n;
    } else hash = nodeHash(hash, sibling);
    [own, last] = [own >> 1n, last >> 1n];
  }
  return last === 0n ? hash : undefined;
}
