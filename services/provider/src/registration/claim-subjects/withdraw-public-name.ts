import type { Trx } from '../../app.ts';
import { refreshListing } from '../../listing/refresh-listing.ts';
import { lockProvider } from '../../provider-record/provider-row.ts';
import { findProvidersNaming, withdrawForms } from './queries.ts';

/** From this transaction on nothing about the person is public, of earlier days neither. */
export async function withdrawPublicName(trx: Trx, personId: string, until: Date): Promise<void> {
  for (const providerId of await findProvidersNaming(trx, personId, until)) {
    await lockProvider(trx, providerId);
    await withdrawForms(trx, { providerId, personId, until });
    await refreshListing(trx, providerId, until);
  }
}
