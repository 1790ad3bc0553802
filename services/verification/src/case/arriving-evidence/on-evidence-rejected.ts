import { evidenceRejected } from '@trust/contracts/events/evidence';
import { on } from '../../app.ts';
import { removeEvidence } from './remove-evidence.ts';

export const onEvidenceRejected = on(evidenceRejected, (payload, { trx }, app) =>
  removeEvidence(trx, app, payload, 'rejected'),
);
