import { evidenceLost } from '@trust/contracts/events/evidence';
import { on } from '../../app.ts';
import { removeEvidence } from './remove-evidence.ts';

/** Decisions based on the evidence stay valid: its hash is kept. */
export const onEvidenceLost = on(evidenceLost, (payload, { trx }, app) => removeEvidence(trx, app, payload, 'lost'));
