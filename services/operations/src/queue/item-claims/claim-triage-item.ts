import { Problem } from '@trust/service-kit/problems/problem';
import { audit, command } from '../../app.ts';
import { assertCanWork, findItemToChange } from '../items/find-open-item.ts';
import { itemOf } from '../items/item-view.ts';
import { TriageItem, TriageItemParams } from '../schema.ts';
import { assertHasRoom, take } from './take.ts';

export const claimTriageItem = command(
  {
    method: 'post',
    path: '/operations/triage/{subjectType}/{subjectId}/claim',
    summary: 'Claim an item of the work queue',
    description:
      'Nobody else can claim the item for 15 minutes, and `POST /operations/triage/next` gives it to nobody. Claim it again to renew. Of a case, nobody else can take the duty meanwhile; an operator who assigns can give it to somebody, which ends your claim. A claim ends with its time or when you release it; it assigns no duty. You can hold 10 items.',
    access: 'operations.triage.read',
    limit: 'privileged-operation',
    params: TriageItemParams,
    responds: { status: 200, body: TriageItem },
    problems: ['not-found', 'taken', 'separation-of-duties', 'state-conflict'],
  },
  async (input, { now, calendar }, trx) => {
    const { userId } = input.actor;
    const at = now();
    const row = await findItemToChange(trx, input.actor, input.params, { asOf: at, calendar });
    await assertCanWork(trx, row, userId);
    if (row.claimed_by !== userId) await assertHasRoom(trx, userId, at);
    const taken = await take(trx, row, userId, at);
    if (!taken) throw new Problem('taken');
    await audit(trx, input, {
      objectType: row.subject_type,
      objectId: row.subject_id,
      reason: 'Takes an item of the queue to work on it.',
      before: { claimed: row.claimed_by !== null },
      after: { claimed: true },
    });
    return itemOf(taken, { asOf: at, userId });
  },
);
