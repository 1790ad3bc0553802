import type { Trx } from '../../app.ts';
import { refreshListing } from '../../listing/refresh-listing.ts';
import { emitProviderChanged } from '../../provider-record/lifecycle.ts';
import { findParts, type ProviderRow } from '../../provider-record/provider-row.ts';
import { refreshPublicAreas } from './public-area.ts';

/** The private base goes with the person who entered it, who was erased or left. Call with the provider locked. */
export async function deleteBaseOf(trx: Trx, provider: ProviderRow, personId: string, at: Date): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('private_base')
    .where('provider_id', '=', provider.id)
    .where('entered_by', '=', personId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return;
  // With the key, the published area and the exact one give the base (docs/domain/provider-record.md 40).
  await trx.deleteFrom('area_key').where('provider_id', '=', provider.id).execute();
  await refreshPublicAreas(trx, [provider.id]);
  await refreshListing(trx, provider.id, at);
  await emitProviderChanged(trx, provider, await findParts(trx, provider.id));
}
