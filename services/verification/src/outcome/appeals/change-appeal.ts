import { Problem } from '@trust/service-kit/problems/problem';
import type { App, Trx } from '../../app.ts';
import { applyEffects } from '../../case/effects/effects.ts';
import type { AppealChanged } from '../../case/effects/happened.ts';
import { moveCase } from '../../case/record/move-case.ts';
import { type Case, lockCase } from '../../case/record/queries.ts';
import { openStates, stateAt } from '../../case/record/transitions.ts';
import type { AppealState, CaseOutcome } from '../../db/schema.ts';
import { revokeClaims } from '../claims/unconfirmed-claims.ts';
import { type AppealRow, findPendingAppeal, updateAppeal } from './queries.ts';
import { appealTransitions } from './transitions.ts';

/** Writes the next state. Pass the result to `applyEffects`. */
export async function changeAppeal(
  trx: Trx,
  { found, appeal, to }: { found: Case; appeal: AppealRow; to: Exclude<AppealState, 'submitted'> },
): Promise<AppealChanged> {
  assertBecomes(appeal, to);
  return { type: 'appeal_changed', found, appeal: await updateAppeal(trx, appeal, to) };
}

export function assertBecomes({ state }: Pick<AppealRow, 'state'>, to: AppealState): void {
  if (!appealTransitions[state].includes(to)) throw notInState(state);
}

/** The first assignee starts the review of the appeal. */
export async function startAppeal(trx: Trx, app: App, found: Case): Promise<void> {
  const appeal = await findPendingAppeal(trx, found.id);
  if (appeal?.state !== 'submitted') return;
  await applyEffects(trx, app, [await changeAppeal(trx, { found, appeal, to: 'in_review' })]);
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
  const now = app.now();
  const isComplete = found.state === 'in_review' && state !== 'withdrawn' && outcome !== null;
  const end = stateAt(found, now) === 'expired' ? 'expired' : isComplete ? 'closed' : 'withdrawn';
  const move = await moveCase(trx, found, end, now, end === 'closed' && outcome ? { outcome } : {});
  await applyEffects(trx, app, [move]);
}

export function notInState(state: AppealState): Problem {
  return new Problem('invalid-transition', {
    en: `The appeal is \`${state}\`: one that is not decided can be withdrawn, one \`in_review\` checked and decided. Read it again.`,
    fr: `Le recours est dans l’état \`${state}\` : non tranché, il peut être retiré ; \`in_review\`, contrôlé et tranché. Relisez-le.`,
  });
}

/** The case closes and the decision takes effect: what it left to revoke is revoked. */
export async function keepDecision(trx: Trx, app: App, found: Case, appeal: AppealRow): Promise<void> {
  await applyEffects(trx, app, [
    await moveCase(trx, found, 'closed', app.now()),
    ...(await revokeClaims(trx, app, appeal.decision_id, { appealId: appeal.id })),
  ]);
}
