import { providerErased } from '@trust/contracts/events/provider';
import { on } from '../app.ts';
import { recordErasedProvider, redactVersions, withdrawVersionsOf } from '../evidence-versions/queries.ts';

/** Nobody can read them from now on, and the next sweep of the store deletes them, but for what a legal hold keeps. */
export const onProviderErased = on(providerErased, async ({ providerId, at }, { trx }, { now }) => {
  await recordErasedProvider(trx, providerId, new Date(at));
  await withdrawVersionsOf(trx, providerId, now());
  await redactVersions(trx, { endedBefore: new Date(0), at: now() });
});
