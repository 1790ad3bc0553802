import { evidenceLost } from '@trust/contracts/events/evidence';
import { on } from '../../app.ts';
import { upsertEvidence } from './queries.ts';

export const onEvidenceLost = on(evidenceLost, (payload, { trx }) =>
  upsertEvidence(trx, payload, 'withdrawn', payload.occurredAt),
);
