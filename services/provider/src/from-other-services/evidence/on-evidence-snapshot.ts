import { evidenceSnapshot } from '@trust/contracts/events/evidence';
import { on } from '../../app.ts';
import { upsertEvidence } from './queries.ts';

export const onEvidenceSnapshot = on(evidenceSnapshot, ({ state, ...payload }, { trx }) =>
  upsertEvidence(trx, payload, state === 'lost' ? 'withdrawn' : state, payload.confirmedAt),
);
