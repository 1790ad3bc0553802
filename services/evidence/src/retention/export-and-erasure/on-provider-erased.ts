import { providerErased } from '@trust/contracts/events/provider';
import { systemAudit } from '@trust/service-kit/audit/audit';
import { audit, on } from '../../app.ts';
import { withdrawMediaOf } from '../../public-media/withdraw-media.ts';
import { redact } from '../redaction/redact-versions.ts';
import { recordErasedProvider, withdrawProviderVersions } from './queries.ts';

/** Unreadable at once; the next sweep deletes the bytes, except under a legal hold. */
export const onProviderErased = on(providerErased, async ({ providerId, occurredAt: at }, { trx, event }, { now }) => {
  const cause = { by: 'event', at: now(), id: event.id } as const;
  await recordErasedProvider(trx, providerId, new Date(at));
  // Before the versions: a scan takes the locks in this order.
  await withdrawMediaOf(trx, { providerId }, cause.at);
  for (const id of await withdrawProviderVersions(trx, providerId, cause.at))
    await audit(trx, systemAudit('withdrawEvidence', cause), {
      objectType: 'evidence_version',
      objectId: id,
      after: { state: 'withdrawn' },
    });
  await redact(trx, new Date(0), cause);
});
