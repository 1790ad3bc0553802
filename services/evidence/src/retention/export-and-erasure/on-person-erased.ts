import { personErased } from '@trust/contracts/events/identity';
import { recordErasure } from '@trust/personal-data/erased-people';
import { on } from '../../app.ts';
import { deleteConsents } from '../../from-other-services/consents/queries.ts';
import { withdrawMediaOf } from '../../public-media/withdraw-media.ts';
import { deleteLabels } from '../../upload/intents/uploads-of-person.ts';
import { redact } from '../redaction/redact-versions.ts';

/** Documents stay as the provider's evidence. Labels and a portrait are the person's data (docs/domain/erasure.md 20). */
export const onPersonErased = on(personErased, async ({ userId: personId, erasedAt }, { trx, event }, { now }) => {
  await recordErasure(trx, personId, new Date(erasedAt));
  await deleteLabels(trx, personId);
  await deleteConsents(trx, personId);
  const cause = { by: 'event', at: now(), id: event.id } as const;
  await withdrawMediaOf(trx, { portraitsBy: personId }, cause.at);
  await redact(trx, new Date(0), cause);
});
