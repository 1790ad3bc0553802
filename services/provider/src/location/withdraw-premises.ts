import type { Trx } from '../app.ts';
import { announceProvider } from '../providers/lifecycle.ts';
import { findParts, lockProvider } from '../providers/queries.ts';
import { refreshListing } from '../public/refresh-listing.ts';
import { findPremisesOf, hidePremises } from './queries.ts';

/** Hides all public premises that a person consented to, of whichever provider, up to a moment. */
export async function withdrawPremises(trx: Trx, personId: string, until: Date): Promise<void> {
  for (const providerId of await findPremisesOf(trx, personId, until)) {
    const provider = await lockProvider(trx, providerId);
    if (!provider || !(await hidePremises(trx, providerId, personId, until))) continue;
    await refreshListing(trx, providerId);
    await announceProvider(trx, provider, await findParts(trx, providerId));
  }
}
