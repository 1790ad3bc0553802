import type { PayloadOf } from '@trust/contracts/event';
import type { refusalsChanged } from '@trust/contracts/events/verification';
import type { App, Trx } from '../../app.ts';
import { findHeldBack } from '../../listing/is-held-back.ts';
import { refreshListing } from '../../listing/refresh-listing.ts';
import { lockProvider } from '../../provider-record/provider-row.ts';
import { tellCustomersOfStop } from '../../provider-record/tell-customers.ts';
import { replaceRefusals } from './queries.ts';

/** Customers are told of each category that is hidden now and was not before. */
export async function applyRefusals(trx: Trx, { now }: App, payload: PayloadOf<typeof refusalsChanged>): Promise<void> {
  const { providerId } = payload;
  await lockProvider(trx, providerId);
  const before = await findHeldBack(trx, providerId);
  await replaceRefusals(trx, payload);
  await refreshListing(trx, providerId);
  for (const categoryKey of await findHeldBack(trx, providerId))
    if (!before.includes(categoryKey))
      await tellCustomersOfStop(trx, { providerId, categoryKey, isForSafety: true, at: now() });
}
