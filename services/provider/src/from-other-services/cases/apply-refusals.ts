import type { PayloadOf } from '@trust/contracts/event';
import type { refusalsChanged } from '@trust/contracts/events/verification';
import type { App, Trx } from '../../app.ts';
import { refreshListing } from '../../listing/refresh-listing.ts';
import { lockProvider } from '../../provider-record/provider-row.ts';
import { replaceRefusals } from './queries.ts';

export async function applyRefusals(trx: Trx, { now }: App, payload: PayloadOf<typeof refusalsChanged>): Promise<void> {
  await lockProvider(trx, payload.providerId);
  await replaceRefusals(trx, payload);
  await refreshListing(trx, payload.providerId, now());
}
