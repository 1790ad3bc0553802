import { evidenceWithdrawn } from '@trust/contracts/events/evidence';
import { on } from '../../app.ts';
import { removeEvidence } from './remove-evidence.ts';

export const onEvidenceWithdrawn = on(evidenceWithdrawn, (payload, { trx }, app) =>
  removeEvidence(trx, app, payload, 'withdrawn'),
);
