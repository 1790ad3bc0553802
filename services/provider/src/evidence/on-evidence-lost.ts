import { evidenceLost } from '@trust/contracts/events/evidence';
import { on } from '../app.ts';
import { upsertEvidence } from './queries.ts';

/** Shown like withdrawn evidence; the timeline explains the loss. */
export const onEvidenceLost = on(evidenceLost, (payload, { trx }) =>
  upsertEvidence(trx, payload, 'withdrawn', payload.occurredAt),
);
