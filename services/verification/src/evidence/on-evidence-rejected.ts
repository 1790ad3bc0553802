import { evidenceRejected } from '@trust/contracts/events/evidence';
import { on } from '../app.ts';
import { moveCase } from '../cases/move-case.ts';
import { lockCase } from '../cases/queries.ts';
import { detachEvidence } from '../cases/requirements.ts';
import { openStates } from '../cases/transitions.ts';
import { addEntry } from '../timeline/queries.ts';
import { markEvidence } from './queries.ts';

/** The requirement is missing again; a case that was under review because of it waits for the provider once more. */
export const onEvidenceRejected = on(evidenceRejected, async (payload, { trx }, app) => {
  const { evidenceVersionId, caseId, requirementKey } = payload;
  const found = await lockCase(trx, caseId);
  if (!found || !(await markEvidence(trx, evidenceVersionId, 'rejected'))) return;
  await addEntry(trx, app, found, { type: 'evidence_rejected', status: 'rejected', requirementKey });

  const isOpen = openStates.some((state) => state === found.state);
  const wasNeeded = isOpen && (await detachEvidence(trx, caseId, evidenceVersionId));
  if (wasNeeded && (found.state === 'in_review' || found.state === 'recommended')) {
    await moveCase(trx, app, found, 'awaiting_correction', { recommendation_id: null, recommender_id: null });
  }
});
