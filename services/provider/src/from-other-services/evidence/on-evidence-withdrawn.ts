import { evidenceWithdrawn } from '@trust/contracts/events/evidence';
import { on } from '../../app.ts';
import { upsertEvidence } from './queries.ts';

export const onEvidenceWithdrawn = on(evidenceWithdrawn, (payload, { trx }) =>
  upsertEvidence(trx, payload, 'withdrawn', payload.occurredAt),
);
