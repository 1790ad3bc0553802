import type { App, Trx } from '../../app.ts';
import { setEvidenceState } from '../../from-other-services/evidence-versions.ts';
import { announceAwaited } from '../effects/announce-changes.ts';
import { applyEffects } from '../effects/effects.ts';
import { notifyOfChangedEvidence } from '../effects/notify-assignees.ts';
import { addEntry } from '../effects/timeline-entry.ts';
import { type CaseMoved, moveCase } from '../record/move-case.ts';
import { type Case, lockCase, lockOpenCases } from '../record/queries.ts';
import { detachEvidence } from '../record/requirements.ts';
import { openStates, stateAt } from '../record/transitions.ts';

type Removed = { evidenceVersionId: string; caseId: string; requirementKey: string };

export async function removeEvidence(
  trx: Trx,
  app: App,
  removed: Removed,
  state: 'rejected' | 'withdrawn' | 'lost',
): Promise<void> {
  const { evidenceVersionId, caseId, requirementKey } = removed;
  const found = await lockCase(trx, caseId);
  if (!found) return;
  // A review may be judged on evidence of an earlier case (docs/domain/review-and-duties.md 28).
  const open = await lockOpenCases(trx, { providerId: found.provider_id, categoryKey: found.category_key });
  if (!(await setEvidenceState(trx, evidenceVersionId, state))) return;
  await addEntry(trx, app, found, { type: `evidence_${state}`, status: state, requirementKey });
  for (const one of open) await removeFrom(trx, app, one, evidenceVersionId);
}

async function removeFrom(trx: Trx, app: App, found: Case, evidenceVersionId: string): Promise<void> {
  const isOpen = openStates.some((open) => open === stateAt(found, app.now()));
  if (!isOpen || !(await detachEvidence(trx, found.id, evidenceVersionId))) return;
  await announceAwaited(trx, found, app.now());
  await notifyOfChangedEvidence(trx, found.id);
  if (found.state === 'in_review' || found.state === 'recommended')
    await applyEffects(trx, app, [await sendBack(trx, found, app.now())]);
}

function sendBack(trx: Trx, found: Case, now: Date): Promise<CaseMoved> {
  return moveCase(trx, found, 'awaiting_correction', now, { recommendation_id: null, recommender_id: null });
}
