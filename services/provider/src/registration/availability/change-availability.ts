import type { Actor } from '@trust/contracts/actor';
import { availabilityChanged } from '@trust/contracts/events/provider';
import { emit } from '@trust/service-kit/outbox/outbox';
import { invalid, unknownKey } from '@trust/service-kit/problems/problem';
import type { AnyInput } from '@trust/service-kit/request-info';
import { type App, audit } from '../../app.ts';
import { refreshListing } from '../../listing/refresh-listing.ts';
import { lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { lockActiveSelection } from '../services/queries.ts';
import { availabilityAt } from './availability-at.ts';
import { upsertAvailability } from './queries.ts';
import type { AvailabilityUpdate } from './schema.ts';

type Write = AnyInput & { actor: Actor; providerId: string; body: AvailabilityUpdate };

export async function changeAvailability(input: Write, { db, now }: App, categoryKey: string) {
  const { providerId, body } = input;
  const at = now();
  const next = body.state === 'limited' ? new Date(body.nextAvailableAt) : null;
  if (next && next <= at) throw invalid('nextAvailableAt', 'must_be_future');

  return db.transact(async (trx) => {
    await lockOpenProvider(trx, input);
    const selection = await lockActiveSelection(trx, providerId, categoryKey);
    if (!selection) throw unknownKey();
    const row = { state: body.state, next_available_at: next };
    await upsertAvailability(trx, selection.id, row, at);
    await refreshListing(trx, providerId, at);
    const availability = availabilityAt(categoryKey, row, at);
    await emit(trx, availabilityChanged, { providerId, ...availability });
    await audit(trx, input, {
      objectType: 'service_selection',
      objectId: selection.id,
      after: { categoryKey, state: body.state, hasNextTime: next !== null },
    });
    return availability;
  });
}
