import { evidenceAvailable } from '@trust/contracts/events/evidence';
import { on } from '../../app.ts';
import { setEvidenceState } from '../../from-other-services/evidence-versions.ts';
import { addEntry } from '../effects/timeline-entry.ts';
import { findCase } from '../record/queries.ts';

export const onEvidenceAvailable = on(evidenceAvailable, async (payload, { trx }, app) => {
  const { evidenceVersionId, caseId, requirementKey } = payload;
  if (!(await setEvidenceState(trx, evidenceVersionId, 'available'))) return;
  const found = await findCase(trx, caseId);
  if (found) await addEntry(trx, app, found, { type: 'evidence_available', status: 'available', requirementKey });
});
