import { evidenceAvailable } from '@trust/contracts/events/evidence';
import { on } from '../../app.ts';
import { upsertEvidence } from './queries.ts';

export const onEvidenceAvailable = on(evidenceAvailable, (payload, { trx }) =>
  upsertEvidence(trx, payload, 'available', payload.occurredAt),
);
