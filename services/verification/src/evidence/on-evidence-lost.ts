import { evidenceLost } from '@trust/contracts/events/evidence';
import { on } from '../app.ts';
import { loseEvidence } from './lose-evidence.ts';

/** A decision that rests on it stands: what was seen was seen, and its hash is kept. */
export const onEvidenceLost = on(evidenceLost, (payload, { trx }, app) => loseEvidence(trx, app, payload, 'lost'));
