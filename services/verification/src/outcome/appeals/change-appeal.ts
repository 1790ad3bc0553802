import type { PayloadOf } from '@trust/contracts/event';
import { appealChanged } from '@trust/contracts/events/verification';
import { emit } from '@trust/service-kit/outbox/outbox';
import { conflict } from '@trust/service-kit/problems/problem';
import type { App, Trx } from '../../app.ts';
import { moveCase } from '../../case/record/move-case.ts';
import { type Case, lockCase } from '../../case/record/queries.ts';
import { openStates, stateAt } from '../../case/record/transitions.ts';
import type { AppealState, CaseOutcome } from '../../db/schema.ts';
import { addEntry } from '../../timeline/queries.ts';
import { type AppealRow, findPendingAppeal, updateAppeal } from './queries.ts';
import { appealTransitions } from './transitions.ts';

/** Moves an appeal, with its event and timeline entry. */
export async function changeAppeal(
  trx: Trx,
  app: App,
  { found, appeal, to }: { found: Case; appeal: AppealRow; to: Exclude<AppealState, 'submitted'> },
): Promise<AppealRow> {
  if (!appealTransitions[appeal.state].includes(to)) throw appealConflict(appeal.state);
  const changed = await updateAppeal(trx, appeal, to);
  await announceAppeal(trx, app, found, changed);
  return changed;
}

/** The first assignee starts the review of the appeal. */
export async function startAppeal(trx: Trx, app: App, found: Case): Promise<void> {
  const appeal = await findPendingAppeal(trx, found.id);
  if (appeal?.state === 'submitted') await changeAppeal(trx, app, { found, appeal, to: 'in_review' });
}

export async function announceAppeal(trx: Trx, app: App, found: Case, appeal: AppealRow): Promise<void> {
  await emit(trx, appealChanged, appealPayload(found, appeal, app.now()));
  await addEntry(trx, app, found, { type: `appeal_${appeal.state}`, status: appeal.state });
}

/** Ends the case of new evidence: `closed` if its evidence was complete, else withdrawn or expired. */
export async function endEvidenceCase(
  trx: Trx,
  app: App,
  { evidence_case_id: id, state }: AppealRow,
  outcome: CaseOutcome | null,
): Promise<void> {
  const found = id ? await lockCase(trx, id) : undefined;
  if (!found || !openStates.some((open) => open === found.state)) return;
  if (stateAt(found, app.now()) === 'expired') await moveCase(trx, app, found, 'expired');
  else if (found.state !== 'in_review' || state === 'withdrawn' || !outcome)
    await moveCase(trx, app, found, 'withdrawn');
  else {
    const closed = await moveCase(trx, app, found, 'closed', { outcome });
    await addEntry(trx, app, closed, { type: 'case_closed', status: 'closed' });
  }
}

export function appealConflict(state: AppealState) {
  return conflict({
    en: `The appeal is \`${state}\`. Read it again.`,
    fr: `Le recours est dans l’état \`${state}\`. Relisez-le.`,
  });
}

export function appealPayload(found: Case, appeal: AppealRow, at: Date): PayloadOf<typeof appealChanged> {
  return {
    appealId: appeal.id,
    caseId: found.id,
    decisionId: appeal.decision_id,
    evidenceCaseId: appeal.evidence_case_id,
    providerId: found.provider_id,
    categoryKey: found.category_key,
    state: appeal.state,
    submittedAt: appeal.submitted_at.toISOString(),
    occurredAt: at.toISOString(),
  };
}
