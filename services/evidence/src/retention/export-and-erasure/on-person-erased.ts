import { personErased } from '@trust/contracts/events/identity';
import { recordErasure } from '@trust/personal-data/erased-people';
import { on } from '../../app.ts';
import { deleteConsents } from '../../from-other-services/consents/queries.ts';
import { withdrawMediaOf } from '../../public-media/withdraw-media.ts';
import { deleteLabels } from '../../upload/intents/uploads-of-person.ts';

/** Documents stay as the provider's evidence; labels and a portrait are the person's data (docs/domain/erasure.md 20). */
export const onPersonErased = on(personErased, async ({ userId: personId, erasedAt }, { trx }, { now }) => {
  await recordErasure(trx, personId, new Date(erasedAt));
  await deleteLabels(trx, personId);
  await deleteConsents(trx, personId);
  await withdrawMediaOf(trx, { uploaded_by: personId, kind: 'profile' }, now());
});
