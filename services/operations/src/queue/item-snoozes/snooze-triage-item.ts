import { conflict, invalid } from '@trust/service-kit/problems/problem';
import { audit, command } from '../../app.ts';
import { releaseClaim } from '../item-claims/end-claims.ts';
import { assertCanWork, findItemToChange } from '../items/find-open-item.ts';
import type { TriageRow } from '../items/find-triage-items.ts';
import { itemOf } from '../items/item-view.ts';
import { TriageItem, TriageItemParams } from '../schema.ts';
import { upsertSnooze } from './queries.ts';
import { TriageSnooze } from './schema.ts';

const snoozeDays = 14;

export const snoozeTriageItem = command(
  {
    method: 'post',
    path: '/operations/triage/{subjectType}/{subjectId}/snooze',
    summary: 'Snooze an item',
    description:
      'The queue hides it from everybody until then, or until it is due. An item past its due time and one with a safety escalation cannot be snoozed. At most 14 days, and not beyond `dueAt`. Your claim ends.',
    access: 'operations.triage.read',
    limit: 'privileged-operation',
    params: TriageItemParams,
    body: TriageSnooze,
    responds: { status: 200, body: TriageItem },
    problems: ['not-found', 'taken', 'separation-of-duties', 'state-conflict'],
  },
  async (input, { now, calendar }, trx) => {
    const { userId } = input.actor;
    const { reason } = input.body;
    const [at, until] = [now(), new Date(input.body.endsAt)];
    const row = await findItemToChange(trx, input.actor, input.params, { asOf: at, calendar });
    await assertCanWork(trx, row, userId);
    assertCanSnooze(row, until, at);
    const marks = { snoozed_until: until, reason, snoozed_at: at, operator_id: userId };
    await upsertSnooze(trx, { subject_id: row.subject_id, subject_type: row.subject_type, ...marks });
    await releaseClaim(trx, row, { operatorId: userId, now: at });
    await audit(trx, input, {
      objectType: row.subject_type,
      objectId: row.subject_id,
      reason,
      before: { snoozedUntil: row.snoozed_until?.toISOString() ?? null },
      after: { snoozedUntil: until.toISOString() },
    });
    const after = { ...row, snoozed_until: until, snooze_reason: reason, claimed_by: null, claimed_until: null };
    return itemOf(after, { asOf: at, userId });
  },
);

const tooLate = {
  en: `Must be within ${snoozeDays} days.`,
  fr: `Doit se situer dans les ${snoozeDays} jours.`,
};

function assertCanSnooze({ due_at, is_safety }: TriageRow, until: Date, at: Date): void {
  if (until <= at) throw invalid('endsAt', 'must_be_future');
  if (until.getTime() > at.getTime() + snoozeDays * 86_400_000) throw invalid('endsAt', 'too_big', tooLate);
  if (is_safety)
    throw conflict({
      en: 'A safety escalation of this item is open. Resolve it first.',
      fr: 'Un signalement de sécurité est ouvert sur cet élément. Traitez-le d’abord.',
    });
  if (due_at === null || until <= due_at) return;
  throw conflict(
    due_at <= at
      ? { en: 'It is past its due time. Work on it.', fr: 'L’échéance est dépassée. Traitez cet élément.' }
      : {
          en: `It is due at ${due_at.toISOString()}. Snooze it until then at the latest.`,
          fr: `L’échéance est le ${due_at.toISOString()}. Ne le mettez pas en attente au-delà.`,
        },
  );
}
