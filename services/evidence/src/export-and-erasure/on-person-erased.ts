import { personErased } from '@trust/contracts/events/identity';
import { on } from '../app.ts';
import { deleteConsents } from '../consents/queries.ts';
import { deleteLabels } from '../upload-intents/queries.ts';

/** Their documents are the provider's evidence and stay with it; what they called them is theirs. */
export const onPersonErased = on(personErased, async ({ userId: personId }, { trx }) => {
  await deleteLabels(trx, personId);
  await deleteConsents(trx, personId);
});
