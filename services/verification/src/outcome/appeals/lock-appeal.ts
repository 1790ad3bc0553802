import type { Actor } from '@trust/contracts/actor';
import { notFound, Problem } from '@trust/service-kit/problems/problem';
import type { Trx } from '../../app.ts';
import { lockAssignedCase } from '../../case/record/lock-assigned-case.ts';
import { type Case, lockCase } from '../../case/record/queries.ts';
import { stateAt } from '../../case/record/transitions.ts';
import { notInState } from './change-appeal.ts';
import { type AppealRow, findAppeal } from './queries.ts';

type Locked = { found: Case; appeal: AppealRow; evidenceCase: Case | undefined };

/** Locks case, then evidence case, of an appeal in review for its assignee; 404 for others (promise D2). */
export async function lockAppeal(
  trx: Trx,
  { caseId, appealId }: { caseId: string; appealId: string },
  actor: Actor,
  now: Date,
): Promise<Locked> {
  const found = await lockAssignedCase(trx, caseId, actor, 'appeal', now);
  const appeal = await findAppeal(trx, caseId, appealId);
  if (!appeal) throw notFound();
  if (appeal.state !== 'in_review') throw notInState(appeal.state);
  const evidenceCase = appeal.evidence_case_id ? await lockCase(trx, appeal.evidence_case_id) : undefined;
  return { found, appeal, evidenceCase };
}

/** Until the evidence is complete or its time has passed. */
export function assertEvidenceIsIn({ appeal, evidenceCase }: Omit<Locked, 'found'>, now: Date): void {
  if (!evidenceCase) return;
  const state = stateAt(evidenceCase, now);
  const isAwaited =
    state === 'awaiting_correction' ||
    (state === 'awaiting_evidence' && appeal.evidence_due_at !== null && now < appeal.evidence_due_at);
  if (isAwaited)
    throw new Problem('state-conflict', undefined, { errors: [{ field: 'appealId', code: 'evidence_awaited' }] });
}
