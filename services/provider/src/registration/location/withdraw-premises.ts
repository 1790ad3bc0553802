import type { Trx } from '../../app.ts';
import { refreshListing } from '../../listing/refresh-listing.ts';
import { endSubjects } from '../../provider-record/claim-subjects.ts';
import { emitProviderChanged } from '../../provider-record/lifecycle.ts';
import { findParts, lockProvider } from '../../provider-record/provider-row.ts';
import { deletePremises, findPremisesOf } from './queries.ts';

export async function withdrawPremises(trx: Trx, personId: string, until: Date): Promise<void> {
  for (const providerId of await findPremisesOf(trx, personId, until)) {
    const provider = await lockProvider(trx, providerId);
    if (!provider || !(await deletePremises(trx, providerId, personId, until))) continue;
    await endSubjects(trx, { providerId, about: ['premises'] }, { reason: 'removed', at: until });
    await refreshListing(trx, providerId);
    await emitProviderChanged(trx, provider, await findParts(trx, providerId));
  }
}
