import type { PayloadOf } from '@trust/contracts/event';
import type { caseChanged } from '@trust/contracts/events/verification';
import type { Trx } from '../../app.ts';
import { listLostDuties } from '../../holding/queries.ts';
import { activeAssignments } from '../record/assignments.ts';
import { type Case, requirementKeysOf } from '../record/queries.ts';
import { keysOfCorrection, requirementsOf } from '../record/requirements.ts';
import { nextCaseAt, openStates } from '../record/transitions.ts';
import { listRefusals } from '../refusals/queries.ts';
import {
  earlierVersionsOf,
  excludedFrom,
  findDecidedAt,
  findLastDecision,
  findLastRevocationTime,
  reviewsOf,
} from './queries.ts';

export async function casePayload(trx: Trx, found: Case, now: Date): Promise<PayloadOf<typeof caseChanged>> {
  const excludedIds = await excludedFrom(trx, found);
  const claims = await requirementsOf(trx, [found.id]);
  // Also of a case without a decision, so that who ends it then stays known (docs/domain/provider-record.md 35).
  const ownRefusal = (await listRefusals(trx, { providerId: found.provider_id, claims })).find(
    ({ case_id, is_grave }) => case_id === found.id && is_grave,
  );
  const decidedAt = await findDecidedAt(trx, found.id);
  return {
    caseId: found.id,
    providerId: found.provider_id,
    categoryKey: found.category_key,
    kind: found.kind,
    ...(excludedIds.length > 0 && { excludedIds }),
    requirementVersionId: found.requirement_version_id,
    requirementKeys: await requirementKeysOf(trx, found.id),
    ...(found.state === 'awaiting_correction' && { awaitedKeys: await keysOfCorrection(trx, found.id) }),
    evidenceReviews: await reviewsOf(trx, found.id),
    ...(found.reviewed_case_id && { earlierVersionIds: await earlierVersionsOf(trx, found.id) }),
    state: found.state,
    outcome: found.outcome,
    duties: (await activeAssignments(trx, found.id)).map(({ id, duty, assignee_id }) => ({
      duty,
      assigneeId: assignee_id,
      assignmentId: id,
    })),
    lostDuties: (await listLostDuties(trx, found.id, now)).map(({ id, assignee_id, ended_at, because }) => ({
      assignmentId: id,
      operatorId: assignee_id,
      lostAt: ended_at.toISOString(),
      because,
    })),
    recommenderId: found.recommender_id,
    dueAt: found.correction_due_at?.toISOString() ?? null,
    nextCaseAt: (await nextCaseAfter(trx, found, now))?.toISOString() ?? null,
    ...(decidedAt && { decidedAt: decidedAt.toISOString() }),
    ...(ownRefusal && { refusedForGoodAt: ownRefusal.refused_at.toISOString() }),
    openedAt: found.opened_at.toISOString(),
    occurredAt: now.toISOString(),
  };
}

/** The case of an appeal's evidence ends without a decision: the wait after the appealed one goes on. */
async function nextCaseAfter(trx: Trx, found: Case, now: Date): Promise<Date | null> {
  if (openStates.some((open) => open === found.state)) return null;
  const times = [nextCaseAt(await findLastDecision(trx, found, now)), await findLastRevocationTime(trx, found, now)];
  const last = Math.max(...times.map((time) => time?.getTime() ?? 0));
  return last > 0 ? new Date(last) : null;
}
