import { z } from 'zod';
import type { CheckpointKey } from '../checkpoints/checkpoint-key.ts';
import { leafHash, rootOfPath } from '../tree/merkle.ts';

const Proof = z.object({
  entryId: z.uuid(),
  position: z.number().int().min(1),
  entry: z.string(),
  path: z.array(z.string()).max(64),
  checkpoint: z.string(),
});

export type ProofVerdict =
  | { isProved: true; position: number; size: number; at: string }
  | { isProved: false; fault: string };

/** Verifies the text of a proof with the public key alone; reads no database. */
export async function verifyProof(text: string, key: CheckpointKey): Promise<ProofVerdict> {
  const parsed = Proof.safeParse(parseJson(text));
  if (!parsed.success) return fault('the file is no proof of GET /operations/audit/{entryId}/proof');
  const { entryId, position, entry, path, checkpoint: jws } = parsed.data;
  const checkpoint = await key.open(jws);
  if (!checkpoint) return fault('the checkpoint has no valid signature of the audit key');
  const { size, tree, at } = checkpoint;
  if (tree === undefined) return fault('the checkpoint is older than the tree and proves no single entry');
  const siblings = path.map((hash) => Buffer.from(hash, 'base64url'));
  const root = rootOfPath(leafHash(entry), { index: position - 1, size, path: siblings });
  if (root?.toString('base64url') !== tree) return fault('the entry, its position or the path was changed');
  const { eventId } = JSON.parse(entry) as { eventId: string };
  return eventId === entryId ? { isProved: true, position, size, at } : fault(`the proof is of the entry ${eventId}`);
}

function fault(text: string): ProofVerdict {
  return { isProved: false, fault: text };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
