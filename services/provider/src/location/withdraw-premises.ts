import type { Trx } from '../app.ts';
import { emitProviderChanged } from '../providers/lifecycle.ts';
import { findParts, lockProvider } from '../providers/queries.ts';
import { refreshListing } from '../public/refresh-listing.ts';
import { deletePremises, findPremisesOf } from './queries.ts';

export async function withdrawPremises(trx: Trx, personId: string, until: Date): Promise<void> {
  for (const providerId of await findPremisesOf(trx, personId, until)) {
    const provider = await lockProvider(trx, providerId);
    if (!provider || !(await deletePremises(trx, providerId, personId, until))) continue;
    await refreshListing(trx, providerId);
    await emitProviderChanged(trx, provider, await findParts(trx, providerId));
  }
}
