import { evidenceRefused } from '@trust/contracts/events/verification';
import { systemAudit } from '@trust/service-kit/audit/audit';
import { audit, on } from '../../app.ts';
import { refuseVersion } from './queries.ts';

/** The intent stays `submitted`, which is terminal, and shows the reason (docs/domain/upload.md 35). */
export const onEvidenceRefused = on(evidenceRefused, async ({ evidenceVersionId, reason }, { trx, event }, { now }) => {
  const at = now();
  if (!(await refuseVersion(trx, evidenceVersionId, reason, at))) return;
  await audit(trx, systemAudit('withdrawEvidence', { by: 'event', at, id: event.id }), {
    objectType: 'evidence_version',
    objectId: evidenceVersionId,
    after: { state: 'withdrawn', refusal: reason },
  });
});
