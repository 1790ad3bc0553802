import type { BusinessCalendar } from '@trust/business-calendar/calendar';
import type { PayloadOf } from '@trust/contracts/event';
import type { caseChanged, caseSnapshot } from '@trust/contracts/events/verification';
import { saveState } from '@trust/service-kit/inbox/projection';
import type { Trx } from '../../app.ts';
import { findClock } from './queries.ts';
import { nextClock, notStarted, type SlaClock } from './sla-clock.ts';

type Changed = PayloadOf<typeof caseChanged>;

export async function projectChange(trx: Trx, changed: Changed, calendar: BusinessCalendar): Promise<void> {
  const known = await findClock(trx, changed.caseId);
  const clock: SlaClock = {
    stage: (known?.sla_stage ?? null) as SlaClock['stage'],
    dueAt: known?.due_at ?? null,
    remainingMs: known?.remaining_ms ?? null,
  };
  const hasReviewer = assigneeOf(changed.duties, 'review') !== null;
  const at = new Date(changed.occurredAt);
  await project(trx, changed, nextClock(calendar, clock, { state: changed.state, hasReviewer }, at));
}

export async function projectSnapshot(
  trx: Trx,
  { history, ...changed }: PayloadOf<typeof caseSnapshot>,
  calendar: BusinessCalendar,
): Promise<void> {
  const clock = history.reduce(
    (clock, step) => nextClock(calendar, clock, step, new Date(step.occurredAt)),
    notStarted,
  );
  await project(trx, changed, clock);
}

async function project(trx: Trx, changed: Changed, clock: SlaClock): Promise<void> {
  const row = {
    case_id: changed.caseId,
    provider_id: changed.providerId,
    category_key: changed.categoryKey,
    requirement_version_id: changed.requirementVersionId,
    requirement_keys: changed.requirementKeys,
    state: changed.state,
    kind: changed.kind ?? null,
    outcome: changed.outcome,
    awaited_keys: changed.awaitedKeys ?? [],
    reviewer_id: assigneeOf(changed.duties, 'review'),
    decider_id: assigneeOf(changed.duties, 'decide'),
    appeal_reviewer_id: assigneeOf(changed.duties, 'appeal'),
    recommender_id: changed.recommenderId,
    excluded_ids: changed.excludedIds ?? [],
    correction_due_at: changed.dueAt,
    opened_at: changed.openedAt,
    sla_stage: clock.stage,
    due_at: clock.dueAt,
    remaining_ms: clock.remainingMs,
  };
  await saveState(trx, 'triage_case', { key: 'case_id' }, row);
}

function assigneeOf(duties: Changed['duties'], duty: 'review' | 'decide' | 'appeal'): string | null {
  return duties.find((assigned) => assigned.duty === duty)?.assigneeId ?? null;
}
