import { evidenceRejected } from '@trust/contracts/events/evidence';
import { on } from '../../app.ts';
import { upsertEvidence } from './queries.ts';

export const onEvidenceRejected = on(evidenceRejected, (payload, { trx }) =>
  upsertEvidence(trx, payload, 'rejected', payload.occurredAt),
);
