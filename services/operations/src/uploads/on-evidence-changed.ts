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
  on(evidenceConfirmed, (version, { trx }) => advanceEvidence(trx, version, 'pending_scan')),
  on(evidenceAvailable, (version, { trx }) => advanceEvidence(trx, version, 'available')),
  on(evidenceRejected, (version, { trx }) => advanceEvidence(trx, version, 'rejected')),
  on(evidenceRefused, (version, { trx }) => advanceEvidence(trx, version, 'refused')),
  on(evidenceWithdrawn, (version, { trx }) => advanceEvidence(trx, version, 'withdrawn')),
  on(evidenceLost, (version, { trx }) => advanceEvidence(trx, version, 'lost')),
  on(evidenceSnapshot, (version, { trx }) => advanceEvidence(trx, version, version.state)),
];
