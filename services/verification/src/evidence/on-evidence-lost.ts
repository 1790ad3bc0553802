import { evidenceLost } from '@trust/contracts/events/evidence';
import { on } from '../app.ts';
import { removeEvidence } from './remove-evidence.ts';

/** A decision that rests on it stands: what was seen was seen, and its hash is kept. */
export const onEvidenceLost = on(evidenceLost, (payload, { trx }, app) => removeEvidence(trx, app, payload, 'lost'));
