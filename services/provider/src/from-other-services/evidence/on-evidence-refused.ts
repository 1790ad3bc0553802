import { evidenceRefused } from '@trust/contracts/events/verification';
import { on } from '../../app.ts';
import { upsertEvidence } from './queries.ts';

export const onEvidenceRefused = on(evidenceRefused, (payload, { trx }) =>
  upsertEvidence(trx, payload, 'refused', payload.occurredAt),
);
