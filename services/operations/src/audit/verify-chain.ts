import { createHash } from 'node:crypto';
import type { Db } from '../app.ts';
import type { Checkpoint, CheckpointKey } from './checkpoint-key.ts';
import { findCheckpoints, findEntriesAfter } from './queries.ts';

export type Verdict =
  | { holds: true; entries: number; checkpoints: number }
  /** `seq` is the first row that is not as it was written; `upTo` is given where it is one of several. */
  | { holds: false; seq: number; upTo?: number; fault: string };

type Entry = Awaited<ReturnType<typeof findEntriesAfter>>[number];

const batch = 1000;
const beginning = Buffer.alloc(32);

/** Walks the whole chain, a batch at a time: every hash, every link, and every checkpoint at the place that it speaks of. */
export async function verifyChain(db: Db, key: CheckpointKey, kept: readonly string[]): Promise<Verdict> {
  // Read before the entries: the chain may grow meanwhile, but never end before what is read here.
  const texts = [...new Set([...(await findCheckpoints(db)), ...kept])];
  const checkpoints: Checkpoint[] = [];
  for (const text of texts) {
    const checkpoint = await key.open(text);
    if (!checkpoint)
      return {
        holds: false,
        seq: (checkpoints.at(-1)?.size ?? 0) + 1,
        fault: 'a checkpoint is not signed by the audit key',
      };
    checkpoints.push(checkpoint);
  }
  checkpoints.sort((a, b) => a.size - b.size);
  return walk(db, checkpoints);
}

async function walk(db: Db, checkpoints: readonly Checkpoint[]): Promise<Verdict> {
  let seq = 0;
  let last: Buffer = beginning;
  let passed = 0;
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
      for (let stated = checkpoints[passed]; stated?.size === seq; stated = checkpoints[++passed]) {
        if (stated.root !== last.toString('base64url')) return rewritten(checkpoints, passed, stated);
      }
    }
  }
  const missing = checkpoints[passed];
  if (missing)
    return {
      holds: false,
      seq: seq + 1,
      upTo: missing.size,
      fault: `the end is missing: the checkpoint of ${missing.at} had ${missing.size} entries`,
    };
  return { holds: true, entries: seq, checkpoints: checkpoints.length };
}

function faultOf(entry: Entry, expected: number, previous: Buffer): string | undefined {
  if (Number(entry.seq) !== expected) return 'the row is missing';
  if (!entry.previous_hash.equals(previous)) return 'the row does not follow the one before it';
  const hash = createHash('sha256').update(previous).update(entry.entry).digest();
  return hash.equals(entry.entry_hash) ? undefined : 'the row was altered';
}

/** The hashes fit, but not what was signed: somebody has written the chain anew, from somewhere after the last checkpoint that held. */
function rewritten(checkpoints: readonly Checkpoint[], index: number, stated: Checkpoint): Verdict {
  const held = checkpoints[index - 1]?.size ?? 0;
  return {
    holds: false,
    seq: Math.min(held + 1, stated.size),
    upTo: stated.size,
    fault: `rewritten: not what the checkpoint of ${stated.at} signed`,
  };
}
