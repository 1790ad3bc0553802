import {
  evidenceAvailable,
  evidenceConfirmed,
  evidenceLost,
  evidenceRejected,
  evidenceSnapshot,
  evidenceWithdrawn,
} from '@trust/contracts/events/evidence';
import { evidenceRefused } from '@trust/contracts/events/verification';
import { on } from '../app.ts';
import { advanceEvidence } from './queries.ts';

export const onEvidenceChanged = [
  on(evidenceConfirmed, (version, { trx }) =>
    advanceEvidence(trx, version, { state: 'pending_scan', at: version.confirmedAt }),
  ),
  on(evidenceAvailable, (version, { trx }) =>
    advanceEvidence(trx, version, { state: 'available', at: version.occurredAt }),
  ),
  on(evidenceRejected, (version, { trx }) =>
    advanceEvidence(trx, version, { state: 'rejected', at: version.occurredAt }),
  ),
  on(evidenceRefused, (version, { trx }) =>
    advanceEvidence(trx, version, { state: 'refused', at: version.occurredAt }),
  ),
  on(evidenceWithdrawn, (version, { trx }) =>
    advanceEvidence(trx, version, { state: 'withdrawn', at: version.occurredAt }),
  ),
  on(evidenceLost, (version, { trx }) => advanceEvidence(trx, version, { state: 'lost', at: version.occurredAt })),
  on(evidenceSnapshot, (version, { trx }) =>
    advanceEvidence(trx, version, { state: version.state, at: version.occurredAt }),
  ),
];
