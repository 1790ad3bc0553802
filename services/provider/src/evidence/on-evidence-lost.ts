import { evidenceLost } from '@trust/contracts/events/evidence';
import { on } from '../app.ts';
import { upsertEvidence } from './queries.ts';

/** Missing, as if its provider had taken it back; whose fault it is, the timeline and the evidence say. */
export const onEvidenceLost = on(evidenceLost, (payload, { trx }) =>
  upsertEvidence(trx, payload, 'withdrawn', payload.occurredAt),
);
