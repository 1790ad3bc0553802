import type { PayloadOf } from '@trust/contracts/event';
import { caseChanged } from '@trust/contracts/events/verification';
import { emit } from '@trust/service-kit/outbox/outbox';
import { conflict } from '@trust/service-kit/problems/problem';
import type { App, Trx } from '../../app.ts';
import type { CaseState } from '../../db/schema.ts';
import { earlierVersionsOf, reviewsOf } from '../../from-other-services/evidence-versions.ts';
import { addEntry } from '../../timeline/queries.ts';
import { endCorrection } from '../corrections/queries.ts';
import { notifyProvider } from '../effects/notify-provider.ts';
import { nextCaseAt } from '../opening-and-ending/opening-rules.ts';
import { endOpenVisits } from '../visits/end-visits.ts';
import { activeAssignments } from './assignments.ts';
import { type Case, type CaseChanges, findLastDecision, judgesOf, requirementKeysOf, updateCase } from './queries.ts';
import { keysWithoutEvidence } from './requirements.ts';
import { caseTransitions, correctionDueAt, openStates } from './transitions.ts';

export async function moveCase(
  trx: Trx,
  app: App,
  from: Case,
  to: Exclude<CaseState, 'awaiting_evidence'>,
  changes: Omit<CaseChanges, 'state'> = {},
): Promise<Case> {
  if (!caseTransitions[from.state].includes(to))
    throw conflict({
      en: `The case is \`${from.state}\` and cannot change to \`${to}\`. Read the case again.`,
      fr: `Le dossier est dans l’état \`${from.state}\` et ne peut pas passer à \`${to}\`. Relisez-le.`,
    });
  const now = app.now();
  const correction_due_at = to === 'awaiting_correction' ? (changes.correction_due_at ?? correctionDueAt(now)) : null;
  const moved = await updateCase(trx, from, { ...changes, state: to, correction_due_at });
  const at = to === 'expired' ? (from.correction_due_at ?? now) : now;
  if (from.state === 'awaiting_correction') await endCorrection(trx, from.id, correctionEnds[to] ?? 'cancelled', at);
  if (to === 'withdrawn' || to === 'expired' || to === 'decided') await endOpenVisits(trx, app, moved, `case_${to}`);
  await emit(trx, caseChanged, await casePayload(trx, moved, now));
  // Decisions and appeals add their own entries, with the outcome.
  const hasOwnEntry = to === 'decided' || to === 'under_appeal' || to === 'closed';
  if (!hasOwnEntry) await addEntry(trx, app, moved, { type: `case_${to}`, status: to }, at);
  if (to === 'expired') await notifyProvider(trx, moved, 'case_expired');
  return moved;
}

const correctionEnds: Partial<Record<CaseState, 'fulfilled' | 'expired'>> = {
  in_review: 'fulfilled',
  expired: 'expired',
};

export async function casePayload(trx: Trx, found: Case, now: Date): Promise<PayloadOf<typeof caseChanged>> {
  return {
    caseId: found.id,
    providerId: found.provider_id,
    categoryKey: found.category_key,
    kind: found.kind,
    ...(found.reviewed_case_id && { excludedIds: await judgesOf(trx, found.reviewed_case_id) }),
    requirementVersionId: found.requirement_version_id,
    requirementKeys: await requirementKeysOf(trx, found.id),
    ...(found.state === 'awaiting_correction' && { awaitedKeys: await keysWithoutEvidence(trx, found.id) }),
    evidenceReviews: await reviewsOf(trx, found.id),
    ...(found.reviewed_case_id && { earlierVersionIds: await earlierVersionsOf(trx, found.id) }),
    state: found.state,
    outcome: found.outcome,
    duties: (await activeAssignments(trx, found.id)).map(({ duty, assignee_id: assigneeId }) => ({ duty, assigneeId })),
    recommenderId: found.recommender_id,
    dueAt: found.correction_due_at?.toISOString() ?? null,
    nextCaseAt: (await nextCaseAfter(trx, found, now))?.toISOString() ?? null,
    openedAt: found.opened_at.toISOString(),
    occurredAt: now.toISOString(),
  };
}

/** The case of an appeal's evidence ends without a decision: the wait after the appealed one goes on. */
async function nextCaseAfter(trx: Trx, found: Case, now: Date): Promise<Date | null> {
  if (openStates.some((open) => open === found.state)) return null;
  return nextCaseAt(await findLastDecision(trx, found, now));
}

/** A case that stays `awaiting_correction` announces which requirements still lack evidence. */
export async function announceAwaited(trx: Trx, found: Case, now: Date): Promise<void> {
  if (found.state === 'awaiting_correction') await emit(trx, caseChanged, await casePayload(trx, found, now));
}
