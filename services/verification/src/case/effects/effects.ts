import { appealChanged } from '@trust/contracts/events/appeals';
import { claimChanged } from '@trust/contracts/events/claims';
import { fieldVisitCancelled } from '@trust/contracts/events/field-visits';
import { caseChanged, caseOpened, decisionRecorded } from '@trust/contracts/events/verification';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { App, Trx } from '../../app.ts';
import type { CaseState, ClaimState } from '../../db/schema.ts';
import type { CaseMoved } from '../record/move-case.ts';
import { announceRefusalsAfterMove } from '../refusals/announce-refusals.ts';
import { appealPayload } from './appeal-payload.ts';
import { casePayload } from './case-payload.ts';
import { claimPayload } from './claim-payload.ts';
import type {
  AppealChanged,
  CaseOpened,
  ClaimChanged,
  ClaimGranted,
  ClaimNotGranted,
  DecisionRecorded,
  Happened,
  VisitCancelled,
} from './happened.ts';
import { notifyOfEnd } from './notify-assignees.ts';
import { notifyProvider } from './notify-provider.ts';
import { endCorrection, endOpenVisits } from './queries.ts';
import { addEntry } from './timeline-entry.ts';
import { visitPayload } from './visit-payload.ts';

/**
 * Everything that follows from what happened: what ends with it, its event, its entry in the timeline and its notice.
 * In the order of the list: other services apply the events of a case in the order in which it emits them.
 */
export async function applyEffects(trx: Trx, app: App, happened: readonly Happened[]): Promise<void> {
  for (const one of happened) await apply(trx, app, one);
}

function apply(trx: Trx, app: App, happened: Happened): Promise<void> {
  switch (happened.type) {
    case 'case_opened':
      return caseWasOpened(trx, app, happened);
    case 'case_moved':
      return caseWasMoved(trx, app, happened);
    case 'decision_recorded':
      return decisionWasRecorded(trx, app, happened);
    case 'claim_granted':
      return claimWasGranted(trx, app, happened);
    case 'claim_not_granted':
      return claimWasNotGranted(trx, app, happened);
    case 'claim_changed':
      return claimWasChanged(trx, app, happened);
    case 'appeal_changed':
      return appealWasChanged(trx, app, happened);
    case 'visit_cancelled':
      return visitWasCancelled(trx, app, happened);
  }
}

async function caseWasOpened(trx: Trx, app: App, { opened, cause }: CaseOpened): Promise<void> {
  await emit(trx, caseOpened, await casePayload(trx, opened, opened.opened_at));
  await addEntry(trx, app, opened, { type: 'case_opened', status: opened.state });
  const isDoubt = opened.kind === 'review' && cause === null;
  const opening = isDoubt ? 'case_review_opened' : 'case_opened';
  await notifyProvider(trx, opened, cause === 'subject_ended' ? 'case_opened_after_end' : opening);
}

async function caseWasMoved(trx: Trx, app: App, happened: CaseMoved): Promise<void> {
  const { from, moved, at, isByPlatform = false } = happened;
  const { id, state } = moved;
  if (from.state === 'awaiting_correction') await endCorrection(trx, id, correctionEnds[state] ?? 'cancelled', at);
  if (state === 'withdrawn' || state === 'expired' || state === 'decided') {
    const reason = `case_${state}` as const;
    const now = app.now();
    for (const visit of await endOpenVisits(trx, id, reason, now))
      await visitWasCancelled(trx, app, { type: 'visit_cancelled', found: moved, visit, reason, at: now });
  }
  await emit(trx, caseChanged, await casePayload(trx, moved, app.now()));
  // The decision does it after its effects.
  if (state !== 'decided') await announceRefusalsAfterMove(trx, app, moved.provider_id);
  if (state === 'withdrawn' || state === 'expired') await notifyOfEnd(trx, id);
  // The decision or the appeal has the entry; only the case of an appeal's evidence closes from its review.
  const isOwnEntry =
    state !== 'decided' && state !== 'under_appeal' && (state !== 'closed' || from.state === 'in_review');
  if (isOwnEntry && state !== 'awaiting_evidence') {
    const type = isByPlatform ? 'case_withdrawn_by_platform' : (`case_${state}` as const);
    await addEntry(trx, app, moved, { type, status: state }, at);
  }
  if (isByPlatform)
    await notifyProvider(trx, moved, happened.isForReview ? 'case_replaced_by_review' : 'case_withdrawn');
  if (state === 'expired') await notifyProvider(trx, moved, 'case_expired');
}

const correctionEnds: Partial<Record<CaseState, 'fulfilled' | 'expired'>> = {
  in_review: 'fulfilled',
  expired: 'expired',
};

async function decisionWasRecorded(trx: Trx, app: App, { found, decision }: DecisionRecorded): Promise<void> {
  const { outcome, relation, earlier_id: earlierDecisionId } = decision;
  await emit(trx, decisionRecorded, {
    decisionId: decision.id,
    caseId: found.id,
    providerId: found.provider_id,
    categoryKey: found.category_key,
    outcome,
    ...(relation && earlierDecisionId && { relation, earlierDecisionId }),
    decidedAt: decision.decided_at.toISOString(),
  });
  await addEntry(trx, app, found, { type: 'decision_recorded', status: outcome });
  await notifyProvider(trx, found, 'case_decided', { outcome });
}

async function claimWasGranted(trx: Trx, app: App, { found, claim }: ClaimGranted): Promise<void> {
  await emit(trx, claimChanged, await claimPayload(trx, claim, { at: claim.valid_from }));
  const entry = { type: 'claim_granted', status: 'active', claimType: claim.claim_type, claimId: claim.id } as const;
  await addEntry(trx, app, found, entry);
}

function claimWasNotGranted(trx: Trx, app: App, { found, claimType }: ClaimNotGranted): Promise<void> {
  return addEntry(trx, app, found, { type: 'claim_refused', status: 'refused', claimType });
}

const claimEntries = {
  suspended: 'claim_suspended',
  active: 'claim_restored',
  revoked: 'claim_revoked',
  superseded: 'claim_superseded',
} as const satisfies Record<ClaimState, string>;

async function claimWasChanged(trx: Trx, app: App, { about, claim, reason, at }: ClaimChanged): Promise<void> {
  const type = claimEntries[claim.state];
  await emit(trx, claimChanged, await claimPayload(trx, claim, { at, reason }));
  await notifyProvider(trx, about, type, { claimId: claim.id });
  const entry = { type, status: claim.state, claimType: claim.claim_type, claimId: claim.id };
  await addEntry(trx, app, about, entry, at);
}

async function appealWasChanged(trx: Trx, app: App, { found, appeal }: AppealChanged): Promise<void> {
  await emit(trx, appealChanged, appealPayload(found, appeal, app.now()));
  await addEntry(trx, app, found, { type: `appeal_${appeal.state}`, status: appeal.state });
}

async function visitWasCancelled(trx: Trx, app: App, { found, visit, reason, at }: VisitCancelled): Promise<void> {
  await emit(trx, fieldVisitCancelled, { ...visitPayload(found, visit, at), reason });
  const requirementKey = visit.requirement_key;
  await addEntry(trx, app, found, { type: 'case_visit_ended', status: 'cancelled', requirementKey });
}
