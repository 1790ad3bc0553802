import { evidenceConfirmed } from '@trust/contracts/events/evidence';
import { on } from '../../app.ts';
import { upsertEvidence } from './queries.ts';

export const onEvidenceConfirmed = on(evidenceConfirmed, (payload, { trx }) =>
  upsertEvidence(trx, payload, 'pending_scan', payload.confirmedAt),
);
