import type { PayloadOf } from '@trust/contracts/event';
import type { caseChanged } from '@trust/contracts/events/verification';
import type { App, Trx } from '../../app.ts';
import { findHeldBack } from '../../listing/is-held-back.ts';
import { refreshListing } from '../../listing/refresh-listing.ts';
import { lockProvider } from '../../provider-record/provider-row.ts';
import { tellCustomersOfStop } from '../../provider-record/tell-customers.ts';
import { upsertCase } from './queries.ts';

export async function applyCase(trx: Trx, { now }: App, payload: PayloadOf<typeof caseChanged>): Promise<void> {
  const { providerId, outcome, refusedForGoodAt } = payload;
  if (outcome === null && refusedForGoodAt === undefined) return upsertCase(trx, payload);
  await lockProvider(trx, providerId);
  const before = await findHeldBack(trx, providerId);
  await upsertCase(trx, payload);
  await refreshListing(trx, providerId);
  for (const categoryKey of await findHeldBack(trx, providerId))
    if (!before.includes(categoryKey))
      await tellCustomersOfStop(trx, { providerId, categoryKey, isForSafety: true, at: now() });
}
