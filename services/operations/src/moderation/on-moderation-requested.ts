import { addWorkingTime, businessDayMs } from '@trust/business-calendar/calendar';
import type { PayloadOf } from '@trust/contracts/event';
import { moderationRequested, moderationRequestSnapshot, moderationWithdrawn } from '@trust/contracts/events/customers';
import { urgentReportReasons } from '@trust/contracts/reasons/moderation-reasons';
import { type App, on, type Trx } from '../app.ts';
import { markWithdrawn, upsertModeration } from './queries.ts';

/** A review as a case's review, an appeal and a dispute as an appeal (docs/domain/work-queue.md 14). */
const businessDays = { review: 3, review_response: 3, dispute: 10, report: 3, name: 3 };
const urgentMs = 4 * 3_600_000;

/** Danger does not wait for a working day. */
function dueAfter(readyAt: Date, { kind, isAppeal, reasonCode }: Asked, calendar: App['calendar']): Date {
  if (kind === 'report' && urgentReportReasons.includes(reasonCode)) return new Date(readyAt.getTime() + urgentMs);
  return addWorkingTime(calendar, readyAt, (isAppeal ? 10 : businessDays[kind]) * businessDayMs);
}

type Asked = PayloadOf<typeof moderationRequested>;

async function store(
  trx: Trx,
  payload: PayloadOf<typeof moderationRequested>,
  { newId, calendar }: App,
): Promise<void> {
  const readyAt = new Date(payload.readyAt);
  await upsertModeration(trx, {
    id: newId(),
    subject_id: payload.subjectId,
    kind: payload.kind,
    round: payload.round,
    is_appeal: payload.isAppeal,
    provider_id: payload.providerId,
    category_key: payload.categoryKey,
    reason_code: payload.reasonCode,
    involved: payload.involvedIds,
    earlier_subjects: payload.earlierSubjectIds ?? [],
    content_revision: payload.contentRevision ?? 1,
    requested_at: payload.occurredAt,
    ready_at: readyAt,
    due_at: dueAfter(readyAt, payload, calendar),
  });
}

export const onModerationRequested = [
  on(moderationRequested, (payload, { trx }, app) => store(trx, payload, app)),
  on(moderationRequestSnapshot, async ({ state, ...payload }, { trx }, app) => {
    // A decided one is operations' own record, which the snapshot of a provider does not restore.
    if (state === 'decided') return;
    await store(trx, payload, app);
    if (state === 'withdrawn') await markWithdrawn(trx, payload.subjectId, payload.round);
  }),
  on(moderationWithdrawn, ({ subjectId, round }, { trx }) => markWithdrawn(trx, subjectId, round)),
];
