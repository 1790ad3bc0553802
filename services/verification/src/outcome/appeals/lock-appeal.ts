import type { Actor } from '@trust/contracts/actor';
import { notFound, Problem } from '@trust/service-kit/problems/problem';
import type { App, Trx } from '../../app.ts';
import { judgeWhatCame } from '../../case/arriving-evidence/judge-what-came.ts';
import { lockLapsedEvidenceCases } from '../../case/corrections/queries.ts';
import { lockAssignedCase } from '../../case/record/lock-assigned-case.ts';
import { type Case, lockCase } from '../../case/record/queries.ts';
import { assertDocumentsNotFrozen, assertNotFrozen } from '../../from-other-services/assert-not-frozen.ts';
import { notInState } from './change-appeal.ts';
import { type AppealRecommendationRow, type AppealRow, findAppeal, findAppealRecommendation } from './queries.ts';

type Locked = {
  found: Case;
  appeal: AppealRow;
  evidenceCase: Case | undefined;
  recommendation: AppealRecommendationRow | undefined;
};

type Asking = { actor: Actor; params: { caseId: string; appealId: string } };

/** Locks case, then evidence case, of an appeal in review for its assignee; 404 for others (promise D2). */
export async function lockAppeal({ actor, params }: Asking, app: App, trx: Trx): Promise<Locked> {
  const { caseId, appealId } = params;
  const now = app.now();
  const found = await lockAssignedCase(trx, caseId, actor, 'appeal', now);
  const appeal = await findAppeal(trx, caseId, appealId);
  if (!appeal) throw notFound();
  if (appeal.state !== 'in_review') throw notInState(appeal.state);
  const { evidence_case_id: evidenceCaseId } = appeal;
  const evidenceCase = evidenceCaseId ? await lockCase(trx, evidenceCaseId) : undefined;
  if (evidenceCase) await assertNotFrozen(trx, evidenceCase.id, now);
  await assertDocumentsNotFrozen(trx, { caseId }, now);
  return { found, appeal, evidenceCase, recommendation: await findAppealRecommendation(trx, appeal.id) };
}

/** As `lockAppeal`, until one of the assignees has recommended (docs/domain/appeal.md 14). */
export async function lockUnrecommended(asking: Asking, app: App, trx: Trx): Promise<Locked> {
  const locked = await lockAppeal(asking, app, trx);
  assertNotRecommended(locked);
  return locked;
}

/** Whoever decides on a recommendation neither checks nor recommends themselves (docs/domain/appeal.md 14). */
function assertNotRecommended({ recommendation }: Pick<Locked, 'recommendation'>): void {
  if (recommendation)
    throw new Problem('state-conflict', undefined, { errors: [{ field: 'appealId', code: 'already_recommended' }] });
}

/** Before anything is judged: after the deadline of the appeal it is judged on what came. */
export async function judgeLapsed(trx: Trx, app: App, evidenceCase: Case | undefined): Promise<Case | undefined> {
  if (!evidenceCase) return undefined;
  const [lapsed] = await lockLapsedEvidenceCases(trx, app.now(), { limit: 1, caseId: evidenceCase.id });
  return lapsed ? judgeWhatCame(trx, app, lapsed) : evidenceCase;
}

/** Until the evidence is complete or its time has passed, in every state: a withdrawn document extends nothing. */
export function assertEvidenceIsIn({ appeal, evidenceCase }: Pick<Locked, 'appeal' | 'evidenceCase'>, now: Date): void {
  if (!evidenceCase) return;
  const awaits = evidenceCase.state === 'awaiting_correction' || evidenceCase.state === 'awaiting_evidence';
  if (awaits && appeal.evidence_due_at !== null && now < appeal.evidence_due_at)
    throw new Problem('state-conflict', undefined, { errors: [{ field: 'appealId', code: 'evidence_awaited' }] });
}
