import type { PayloadOf } from '@trust/contracts/event';
import { caseChanged, caseOpened } from '@trust/contracts/events/verification';
import { on, type Trx } from '../app.ts';
import { findClock, upsertTriageCase } from './queries.ts';
import { nextClock, type SlaClock } from './sla-clock.ts';

export const onCaseOpened = on(caseOpened, (payload, { trx }) => project(trx, payload));
export const onCaseChanged = on(caseChanged, (payload, { trx }) => project(trx, payload));

async function project(trx: Trx, changed: PayloadOf<typeof caseChanged>): Promise<void> {
  const known = await findClock(trx, changed.caseId);
  const clock: SlaClock = {
    stage: (known?.sla_stage ?? null) as SlaClock['stage'],
    dueAt: known?.due_at ?? null,
    remainingMs: known?.remaining_ms ?? null,
  };
  const reviewerId = assigneeOf(changed.duties, 'review');
  const next = nextClock(
    clock,
    { state: changed.state, hasReviewer: reviewerId !== null },
    new Date(changed.occurredAt),
  );
  await upsertTriageCase(trx, {
    case_id: changed.caseId,
    provider_id: changed.providerId,
    category_key: changed.categoryKey,
    requirement_version_id: changed.requirementVersionId,
    requirement_keys: changed.requirementKeys,
    state: changed.state,
    reviewer_id: reviewerId,
    decider_id: assigneeOf(changed.duties, 'decide'),
    recommender_id: changed.recommenderId,
    correction_due_at: changed.dueAt,
    opened_at: changed.openedAt,
    sla_stage: next.stage,
    due_at: next.dueAt,
    remaining_ms: next.remainingMs,
  });
}

function assigneeOf(duties: PayloadOf<typeof caseChanged>['duties'], duty: 'review' | 'decide'): string | null {
  return duties.find((held) => held.duty === duty)?.assigneeId ?? null;
}
