import type { App, Trx } from '../../app.ts';
import { setEvidenceState } from '../../from-other-services/evidence-versions.ts';
import { announceAwaited } from '../effects/announce-changes.ts';
import { applyEffects } from '../effects/effects.ts';
import { notifyOfChangedEvidence } from '../effects/notify-assignees.ts';
import { addEntry } from '../effects/timeline-entry.ts';
import { moveCase } from '../record/move-case.ts';
import { type Case, findEvidenceDueAt, lockCase, lockOpenCases } from '../record/queries.ts';
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
  const [now, evidenceDueAt] = [app.now(), await findEvidenceDueAt(trx, found.id)];
  const state = evidenceDueAt ? found.state : stateAt(found, now);
  const isOpen = openStates.some((open) => open === state);
  if (!isOpen || !(await detachEvidence(trx, found.id, evidenceVersionId, now))) return;
  await announceAwaited(trx, found, now);
  await notifyOfChangedEvidence(trx, found.id);
  // After the deadline of an appeal nothing more is awaited: it is decided on what is left.
  const canWait = !evidenceDueAt || now < evidenceDueAt;
  if (canWait && (found.state === 'in_review' || found.state === 'recommended')) {
    const due = evidenceDueAt && { correction_due_at: evidenceDueAt };
    const changes = { recommendation_id: null, recommender_id: null, ...due };
    await applyEffects(trx, app, [await moveCase(trx, found, 'awaiting_correction', now, changes)]);
  }
}
