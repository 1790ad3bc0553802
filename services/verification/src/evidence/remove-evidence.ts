import type { App, Trx } from '../app.ts';
import { announceAwaited, moveCase } from '../cases/move-case.ts';
import { lockCase } from '../cases/queries.ts';
import { detachEvidence } from '../cases/requirements.ts';
import { openStates, stateAt } from '../cases/transitions.ts';
import { addEntry } from '../timeline/queries.ts';
import { setEvidenceState } from './queries.ts';

type Removed = { evidenceVersionId: string; caseId: string; requirementKey: string };

export async function removeEvidence(
  trx: Trx,
  app: App,
  removed: Removed,
  state: 'rejected' | 'withdrawn' | 'lost',
): Promise<void> {
  const { evidenceVersionId, caseId, requirementKey } = removed;
  const found = await lockCase(trx, caseId);
  if (!found || !(await setEvidenceState(trx, evidenceVersionId, state))) return;
  await addEntry(trx, app, found, { type: `evidence_${state}`, status: state, requirementKey });

  const isOpen = openStates.some((open) => open === stateAt(found, app.now()));
  const wasNeeded = isOpen && (await detachEvidence(trx, caseId, evidenceVersionId));
  if (wasNeeded) await announceAwaited(trx, found, app.now());
  if (wasNeeded && (found.state === 'in_review' || found.state === 'recommended')) {
    await moveCase(trx, app, found, 'awaiting_correction', { recommendation_id: null, recommender_id: null });
  }
}
