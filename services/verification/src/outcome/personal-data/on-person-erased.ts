import { personErased } from '@trust/contracts/events/identity';
import { recordErasure } from '@trust/personal-data/erased-people';
import { on } from '../../app.ts';
import { eraseStatements } from '../appeals/of-person.ts';

/** What operators typed stays with the records that it explains (docs/domain/erasure.md 22). */
export const onPersonErased = on(personErased, async ({ userId: personId, erasedAt }, { trx }) => {
  await recordErasure(trx, personId, new Date(erasedAt));
  await eraseStatements(trx, personId);
});
