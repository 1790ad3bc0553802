import {
  evidenceAvailable,
  evidenceConfirmed,
  evidenceLost,
  evidenceRejected,
  evidenceSnapshot,
  evidenceWithdrawn,
} from '@trust/contracts/events/evidence';
import { evidenceRefused } from '@trust/contracts/events/verification';
import { on } from '../../app.ts';
import { advanceEvidence } from './queries.ts';

export const onEvidenceChanged = [
  on(evidenceConfirmed, (version, { trx }, app) =>
    advanceEvidence(trx, app, version, { state: 'pending_scan', at: version.confirmedAt }),
  ),
  on(evidenceAvailable, (version, { trx }, app) =>
    advanceEvidence(trx, app, version, { state: 'available', at: version.occurredAt }),
  ),
  on(evidenceRejected, (version, { trx }, app) =>
    advanceEvidence(trx, app, version, { state: 'rejected', at: version.occurredAt }),
  ),
  on(evidenceRefused, (version, { trx }, app) =>
    advanceEvidence(trx, app, version, { state: 'refused', at: version.occurredAt }),
  ),
  on(evidenceWithdrawn, (version, { trx }, app) =>
    advanceEvidence(trx, app, version, { state: 'withdrawn', at: version.occurredAt }),
  ),
  on(evidenceLost, (version, { trx }, app) =>
    advanceEvidence(trx, app, version, { state: 'lost', at: version.occurredAt }),
  ),
  on(evidenceSnapshot, (version, { trx }, app) =>
    advanceEvidence(trx, app, version, { state: version.state, at: version.occurredAt }),
  ),
];
