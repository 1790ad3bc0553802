import { personErased } from '@trust/contracts/events/identity';
import { recordErasure } from '@trust/personal-data/erased-people';
import { on } from '../../app.ts';
import { deleteSnoozesOf } from '../item-snoozes/queries.ts';
import { deleteViewsOf } from '../saved-views/queries.ts';

/** What operators typed about their work stays with it (docs/domain/erasure.md 22). */
export const onPersonErased = on(personErased, async ({ userId: personId, erasedAt }, { trx }) => {
  await recordErasure(trx, personId, new Date(erasedAt));
  await deleteViewsOf(trx, personId);
  await deleteSnoozesOf(trx, personId);
});
