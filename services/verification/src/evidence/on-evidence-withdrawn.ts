import { evidenceWithdrawn } from '@trust/contracts/events/evidence';
import { on } from '../app.ts';
import { loseEvidence } from './lose-evidence.ts';

export const onEvidenceWithdrawn = on(evidenceWithdrawn, (payload, { trx }, app) =>
  loseEvidence(trx, app, payload, 'withdrawn'),
);
