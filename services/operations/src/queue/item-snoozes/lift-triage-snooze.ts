import { Problem } from '@trust/service-kit/problems/problem';
import { audit, command } from '../../app.ts';
import { findItemToChange } from '../items/find-open-item.ts';
import { itemOf } from '../items/item-view.ts';
import { TriageItem, TriageItemParams } from '../schema.ts';
import { deleteSnooze } from './queries.ts';
import { TriageSnoozeLift } from './schema.ts';

export const liftTriageSnooze = command(
  {
    method: 'post',
    path: '/operations/triage/{subjectType}/{subjectId}/lift-snooze',
    summary: 'Lift the snooze of an item',
    description: 'The queue lists it again at once. Every operator who sees the item can do this.',
    access: 'operations.triage.read',
    limit: 'privileged-operation',
    params: TriageItemParams,
    body: TriageSnoozeLift,
    responds: { status: 200, body: TriageItem },
    problems: ['not-found', 'taken', 'separation-of-duties', 'invalid-transition', 'state-conflict'],
  },
  async (input, { now, calendar }, trx) => {
    const { userId } = input.actor;
    const at = now();
    const row = await findItemToChange(trx, input.actor, input.params, { asOf: at, calendar });
    if (row.snoozed_until === null)
      throw new Problem('invalid-transition', {
        en: 'The item is not snoozed.',
        fr: 'Cet élément n’est pas en attente.',
      });
    await deleteSnooze(trx, row.subject_id);
    await audit(trx, input, {
      objectType: row.subject_type,
      objectId: row.subject_id,
      reason: input.body.reason,
      before: { snoozedUntil: row.snoozed_until.toISOString() },
      after: { snoozedUntil: null },
    });
    return itemOf({ ...row, snoozed_until: null }, { asOf: at, userId });
  },
);
