import { evidenceRefused } from '@trust/contracts/events/verification';
import { unasked } from '@trust/service-kit/audit';
import { audit, on } from '../app.ts';
import { withdrawVersion } from './queries.ts';

/** The intent stays submitted, which is final: for another try the representative creates a new one. */
export const onEvidenceRefused = on(evidenceRefused, async ({ evidenceVersionId }, { trx, event }, { now }) => {
  const at = now();
  if (!(await withdrawVersion(trx, evidenceVersionId, at))) return;
  await audit(trx, unasked('event', at, event.id), {
    action: 'withdrawEvidence',
    objectType: 'evidence_version',
    objectId: evidenceVersionId,
    after: { state: 'withdrawn' },
  });
});
