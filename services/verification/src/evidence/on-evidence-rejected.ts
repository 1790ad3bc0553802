import { evidenceRejected } from '@trust/contracts/events/evidence';
import { on } from '../app.ts';
import { loseEvidence } from './lose-evidence.ts';

export const onEvidenceRejected = on(evidenceRejected, (payload, { trx }, app) =>
  loseEvidence(trx, app, payload, 'rejected'),
);
