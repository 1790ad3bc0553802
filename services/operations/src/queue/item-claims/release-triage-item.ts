import { conflict } from '@trust/service-kit/problems/problem';
import { audit, command } from '../../app.ts';
import { findOpenItem } from '../items/find-open-item.ts';
import { itemOf } from '../items/item-view.ts';
import { TriageItem, TriageItemParams } from '../schema.ts';
import { releaseClaim } from './end-claims.ts';

export const releaseTriageItem = command(
  {
    method: 'post',
    path: '/operations/triage/{subjectType}/{subjectId}/release',
    summary: 'Release a claimed item',
    description: 'Others can claim it at once. Only the operator who holds it can release it.',
    access: 'operations.triage.read',
    limit: 'privileged-operation',
    params: TriageItemParams,
    responds: { status: 200, body: TriageItem },
    problems: ['not-found', 'taken', 'state-conflict'],
  },
  async (input, { now, calendar }, trx) => {
    const { userId } = input.actor;
    const at = now();
    const row = await findOpenItem(trx, input.actor, input.params, { asOf: at, calendar });
    if (row.claimed_by !== userId)
      throw conflict({
        en: 'You do not hold this item. Its claim may have ended.',
        fr: 'Vous ne détenez pas cet élément. Votre réservation a peut-être expiré.',
      });
    await releaseClaim(trx, row, { operatorId: userId, now: at });
    await audit(trx, input, {
      objectType: row.subject_type,
      objectId: row.subject_id,
      reason: 'Returns an item to the queue.',
      before: { claimed: true },
      after: { claimed: false },
    });
    const released = { ...row, claimed_by: null, claimed_at: null, claimed_until: null };
    return itemOf(released, { asOf: at, userId });
  },
);
