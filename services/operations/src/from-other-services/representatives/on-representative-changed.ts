import {
  representativeAssigned,
  representativeEnded,
  representativeSnapshot,
} from '@trust/contracts/events/representatives';
import { on } from '../../app.ts';

export const onRepresentativeChanged = [
  on(representativeAssigned, async ({ assignmentId, providerId, userId }, { trx }) => {
    await trx
      .insertInto('representative')
      .values({ assignment_id: assignmentId, provider_id: providerId, user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }),
  on(representativeEnded, async ({ assignmentId }, { trx, event }) => {
    await trx
      .updateTable('representative')
      .set({ ended_at: event.time })
      .where('assignment_id', '=', assignmentId)
      .where('ended_at', 'is', null)
      .execute();
  }),
  on(representativeSnapshot, async ({ assignmentId, providerId, userId, endedAt }, { trx }) => {
    await trx
      .insertInto('representative')
      .values({ assignment_id: assignmentId, provider_id: providerId, user_id: userId, ended_at: endedAt })
      .onConflict((conflict) => conflict.column('assignment_id').doUpdateSet({ ended_at: endedAt }))
      .execute();
  }),
];
