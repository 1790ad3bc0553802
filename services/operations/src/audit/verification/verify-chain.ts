import { createHash } from 'node:crypto';
import type { Db } from '../../app.ts';
import type { Checkpoint, CheckpointKey } from '../checkpoints/checkpoint-key.ts';
import { findCheckpoints } from '../checkpoints/queries.ts';
import { findEntriesAfter } from '../entries/queries.ts';
import { appendLeaf, type Frontier, frontierRoot, leafHash } from '../tree/merkle.ts';

export type Verdict =
  | { holds: true; entries: number; checkpoints: number }
  /** `seq`: the first bad row. `upTo`: the last row of a range that holds it. */
  | { holds: false; seq: number; upTo?: number; fault: string };

type Entry = Awaited<ReturnType<typeof findEntriesAfter>>[number];

const batch = 1000;
const genesisHash = Buffer.alloc(32);

export async function verifyChain(
  db: Db,
  key: CheckpointKey,
  externalCheckpoints: readonly string[],
): Promise<Verdict> {
  // Before the entries: the chain can only grow, so it cannot end before these checkpoints.
  const texts = [...new Set([...(await findCheckpoints(db)), ...externalCheckpoints])];
  const checkpoints: Checkpoint[] = [];
  for (const text of texts) {
    const checkpoint = await key.open(text);
    if (!checkpoint)
      return {
        holds: false,
        seq: (checkpoints.at(-1)?.size ?? 0) + 1,
        fault: 'a checkpoint has no valid signature of the audit key',
      };
    checkpoints.push(checkpoint);
  }
  checkpoints.sort((a, b) => a.size - b.size);
  return walk(db, checkpoints);
}

async function walk(db: Db, checkpoints: readonly Checkpoint[]): Promise<Verdict> {
  let seq = 0;
  let last: Buffer = genesisHash;
  const tree: Frontier = [];
  let checked = 0;
  for (
    let entries = await findEntriesAfter(db, '0', batch);
    entries.length > 0;
    entries = await findEntriesAfter(db, String(seq), batch)
  ) {
    for (const entry of entries) {
      const fault = faultOf(entry, seq + 1, last);
      if (fault) return { holds: false, seq: seq + 1, fault };
      seq += 1;
      last = entry.entry_hash;
      appendLeaf(tree, leafHash(entry.entry));
      for (let signed = checkpoints[checked]; signed?.size === seq; signed = checkpoints[++checked]) {
        const isSame = signed.root === last.toString('base64url');
        const isSameTree = signed.tree === undefined || signed.tree === frontierRoot(tree).toString('base64url');
        if (!isSame || !isSameTree) return rewritten(checkpoints, checked, signed);
      }
    }
  }
  const missing = checkpoints[checked];
  if (missing)
    return {
      holds: false,
      seq: seq + 1,
      upTo: missing.size,
      fault: `the end is missing: the checkpoint of ${missing.at} has ${missing.size} entries`,
    };
  return { holds: true, entries: seq, checkpoints: checkpoints.length };
}

function faultOf(entry: Entry, expected: number, previous: Buffer): string | undefined {
  if (Number(entry.seq) !== expected) return 'the row is missing';
  if (!entry.previous_hash.equals(previous)) return 'the row does not follow the one before it';
  const hash = createHash('sha256').update(previous).update(entry.entry).digest();
  return hash.equals(entry.entry_hash) ? undefined : 'the row was altered';
}

/** Only a checkpoint does not match: the chain was rewritten after the last valid one. */
function rewritten(checkpoints: readonly Checkpoint[], index: number, signed: Checkpoint): Verdict {
  const validUpTo = checkpoints[index - 1]?.size ?? 0;
  return {
    holds: false,
    seq: Math.min(validUpTo + 1, signed.size),
    upTo: signed.size,
    fault: `rewritten: the hash differs from the checkpoint of ${signed.at}`,
  };
}
