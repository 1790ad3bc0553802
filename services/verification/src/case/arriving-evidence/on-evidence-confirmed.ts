import type { PayloadOf } from '@trust/contracts/event';
import { evidenceConfirmed } from '@trust/contracts/events/evidence';
import { evidenceRefused } from '@trust/contracts/events/verification';
import type { CaseRefusalReason } from '@trust/contracts/reasons/case-refusals';
import { emit } from '@trust/service-kit/outbox/outbox';
import { type App, on, type Trx } from '../../app.ts';
import { insertEvidence } from '../../from-other-services/evidence-versions.ts';
import { correctionsOf } from '../corrections/queries.ts';
import { finalRequirements } from '../corrections/views.ts';
import { announceAwaited } from '../effects/announce-changes.ts';
import { applyEffects } from '../effects/effects.ts';
import { notifyOfChangedEvidence } from '../effects/notify-assignees.ts';
import { notifyProvider } from '../effects/notify-provider.ts';
import { addEntry } from '../effects/timeline-entry.ts';
import { moveCase } from '../record/move-case.ts';
import { type Case, findEvidenceDueAt, hasParticipated, lockCase, requirementKeysOf } from '../record/queries.ts';
import { attachEvidence, hasAllEvidence, keysOfCorrection } from '../record/requirements.ts';
import { openStates, stateAt } from '../record/transitions.ts';

type Confirmed = PayloadOf<typeof evidenceConfirmed>;

/** The evidence service's projection of the case may be stale: check again. */
export const onEvidenceConfirmed = on(evidenceConfirmed, async (payload, { trx }, app) => {
  const found = await lockCase(trx, payload.caseId);
  if (!found) throw new Error('Evidence was confirmed for a case that does not exist.');
  const refusal = await refusalReason(trx, app, found, payload);
  await insertEvidence(trx, {
    id: payload.evidenceVersionId,
    evidence_id: payload.evidenceId,
    case_id: found.id,
    requirement_key: payload.requirementKey,
    document_kind: payload.documentKind,
    uploaded_by: payload.uploaderId,
    confirmed_at: payload.confirmedAt,
    state: refusal ? 'refused' : 'pending_scan',
  });
  if (refusal) await refuse(trx, app, found, { ...payload, refusal });
  else await attach(trx, app, found, payload);
});

async function refusalReason(
  trx: Trx,
  app: App,
  found: Case,
  { providerId, requirementKey, uploaderId: uploadedBy }: Confirmed,
): Promise<CaseRefusalReason | undefined> {
  const evidenceDueAt = await findEvidenceDueAt(trx, found.id);
  const isOfAppeal = evidenceDueAt && openStates.some((open) => open === found.state);
  if (isOfAppeal && evidenceDueAt <= app.now()) return 'case_moved_on';
  const state = stateAt(found, app.now());
  if (!openStates.some((open) => open === state)) return 'case_ended';
  if (state !== 'awaiting_evidence' && state !== 'awaiting_correction') return 'case_moved_on';
  const isRequired = (await requirementKeysOf(trx, found.id)).includes(requirementKey);
  if (found.provider_id !== providerId || !isRequired) return 'not_asked';
  const caseIds = found.reviewed_case_id ? [found.id, found.reviewed_case_id] : [found.id];
  for (const id of caseIds) if (await hasParticipated(trx, uploadedBy, id)) return 'conflict_of_interest';
  // A correction concerns what lacks evidence; everything else keeps what it has.
  const isKept = state === 'awaiting_correction' && !(await keysOfCorrection(trx, found.id)).includes(requirementKey);
  if (!isKept) return undefined;
  const finals = finalRequirements(await correctionsOf(trx, [found.id]));
  return finals.has(requirementKey) ? 'marked_final' : 'not_awaited';
}

async function attach(
  trx: Trx,
  app: App,
  found: Case,
  { evidenceVersionId, requirementKey }: Confirmed,
): Promise<void> {
  await attachEvidence(trx, found.id, requirementKey, evidenceVersionId);
  await addEntry(trx, app, found, { type: 'evidence_submitted', status: 'submitted', requirementKey });
  if (!(await hasAllEvidence(trx, found.id))) return announceAwaited(trx, found, app.now());
  await applyEffects(trx, app, [await moveCase(trx, found, 'in_review', app.now())]);
  await notifyOfChangedEvidence(trx, found.id);
}

async function refuse(
  trx: Trx,
  app: App,
  found: Case,
  { evidenceVersionId, intentId, requirementKey, refusal }: Confirmed & { refusal: CaseRefusalReason },
): Promise<void> {
  const isExpired = refusal === 'case_ended' && found.state !== 'expired' && stateAt(found, app.now()) === 'expired';
  if (isExpired) await applyEffects(trx, app, [await moveCase(trx, found, 'expired', app.now())]);
  await emit(trx, evidenceRefused, {
    reason: refusal,
    evidenceVersionId,
    intentId,
    caseId: found.id,
    providerId: found.provider_id,
    requirementKey,
    occurredAt: app.now().toISOString(),
  });
  await addEntry(trx, app, found, {
    type: 'evidence_refused',
    status: 'refused',
    requirementKey,
    reason: refusal,
  });
  await notifyProvider(trx, found, 'evidence_refused', { requirementKey, reason: refusal });
}
