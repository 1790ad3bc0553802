import { conflict, notFound } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { route } from '../../app.ts';
import { assertRepresentsNobody } from '../entries/assert-represents-nobody.ts';
import { findEntryText, findTreeCheckpoint } from './queries.ts';
import { pathTo } from './tree.ts';

export const AuditProof = z
  .object({
    entryId: z.uuid().describe('Identifier of the entry.'),
    position: z.number().int().describe('Number of the entry in the log, from 1.'),
    entry: z.string().describe('The exact text of the entry, which is hashed.'),
    path: z.array(z.string()).meta({
      description: 'Hashes from the entry to the root of the tree, base64url (RFC 9162 §2.1.3).',
      examples: [['q1yXf0m2v1Yb7RkD4sWnZ8aLhJ6uPeGi5oQxC3T9cXg']],
    }),
    checkpoint: z.string().describe('The signed checkpoint, a compact JWS with `size`, `root`, `tree` and `at`.'),
    checkpointAt: z.iso.datetime().describe('When the checkpoint was signed.'),
  })
  .meta({ id: 'AuditProof' });

export const getAuditProof = route(
  {
    method: 'get',
    path: '/operations/audit/{entryId}/proof',
    summary: 'Prove that an entry is in the audit log',
    description:
      'An inclusion proof (RFC 9162 §2.1.3) against the last signed checkpoint. Save the response and verify it offline: `npm run audit -- verify-proof proof.json`. Until the next checkpoint, made once an hour, a new entry has no proof: 409.',
    access: 'operations.audit.read',
    params: z.object({ entryId: z.uuid().describe('Identifier of the audit entry.') }),
    responds: { status: 200, body: AuditProof },
    problems: ['not-found', 'separation-of-duties', 'state-conflict'],
  },
  async ({ actor, params }, { db, now }) => {
    await assertRepresentsNobody(db, actor, now());
    const found = await findEntryText(db, params.entryId);
    if (!found) throw notFound();
    const [position, checkpoint] = [Number(found.seq), await findTreeCheckpoint(db)];
    if (!checkpoint || Number(checkpoint.size) < position)
      throw conflict({
        en: 'No checkpoint covers this entry yet. Repeat the request in an hour.',
        fr: 'Aucun point de contrôle ne couvre encore cette entrée. Renouvelez la demande dans une heure.',
      });
    const path = await pathTo(db, position - 1, Number(checkpoint.size));
    return {
      entryId: params.entryId,
      position,
      entry: found.entry,
      path: path.map((hash) => hash.toString('base64url')),
      checkpoint: checkpoint.jws,
      checkpointAt: checkpoint.made_at.toISOString(),
    };
  },
);
