import { personErased } from '@trust/contracts/events/identity';
import { recordErasure } from '@trust/personal-data/erased-people';
import { on } from '../../app.ts';
import { deleteConsents } from '../../from-other-services/consents/queries.ts';
import { deleteLabels } from '../../upload/intents/uploads-of-person.ts';

/** The documents stay as the provider's evidence; the labels are the person's data (docs/domain/erasure.md 20). */
export const onPersonErased = on(personErased, async ({ userId: personId, erasedAt }, { trx }) => {
  await recordErasure(trx, personId, new Date(erasedAt));
  await deleteLabels(trx, personId);
  await deleteConsents(trx, personId);
});
