import type { PayloadOf } from '@trust/contracts/event';
import type { publicationHoldChanged } from '@trust/contracts/events/operations';
import { systemAudit } from '@trust/service-kit/audit/audit';
import type { Envelope } from '@trust/service-kit/outbox/envelope';
import { type App, audit, type Trx } from '../../app.ts';
import { refreshListing } from '../../listing/refresh-listing.ts';
import { tellCustomersOfStop } from '../../listing/tell-customers.ts';
import { emitProviderChanged } from '../../provider-record/lifecycle.ts';
import { notifyOfMeasure } from '../../provider-record/measures.ts';
import { findParts, lockProvider, type ProviderRow, updateProvider } from '../../provider-record/provider-row.ts';
import { missingForPublication } from '../../provider-record/publishable.ts';
import { countCurrentClaims } from '../claims/active-claims.ts';
import { lockGate } from './gate.ts';
import { isHeld } from './is-stopped.ts';
import { saveHold, takeWithheld } from './queries.ts';

export async function applyPublicationHold(
  trx: Trx,
  { now }: App,
  { holdId, providerId, state }: PayloadOf<typeof publicationHoldChanged>,
  event: Envelope,
): Promise<void> {
  const provider = await lockProvider(trx, providerId);
  const at = now();
  const wasHeld = await isHeld(trx, providerId);
  const hold = { hold_id: holdId, provider_id: providerId, state, changed_at: at };
  await saveHold(trx, { ...hold, has_withheld: state === 'held' && provider?.publication === 'published' });
  if (!provider) return;
  if (state === 'held' && !wasHeld)
    await tellCustomersOfStop(trx, { providerId, categoryKey: null, isForSafety: true, at });
  const publication = state === 'held' ? heldPublication(provider) : await releasedPublication(trx, provider, at);
  if (publication === provider.publication) return;
  const after = await updateProvider(trx, provider, { publication }, at);
  await refreshListing(trx, after.id, at);
  await emitProviderChanged(trx, after, await findParts(trx, after.id));
  const measure =
    state === 'held'
      ? ({ transition: 'withhold', reasonCode: 'under_investigation' } as const)
      : ({ transition: 'release', reasonCode: 'resolved' } as const);
  await notifyOfMeasure(trx, { providerId: after.id, ...measure, at });
  const action = state === 'held' ? 'holdPublication' : 'releasePublication';
  await audit(trx, systemAudit(action, { by: 'event', at: event.time, id: event.id }), {
    objectType: 'provider',
    objectId: after.id,
    before: { publication: provider.publication },
    after: { publication, holdId },
  });
}

function heldPublication({ publication }: ProviderRow) {
  return publication === 'published' ? 'withheld' : publication;
}

/** Undoes only what holds withheld, and only if the provider could be published now. */
async function releasedPublication(trx: Trx, provider: ProviderRow, at: Date) {
  if (await isHeld(trx, provider.id)) return provider.publication;
  const wasWithheldByHold = await takeWithheld(trx, provider.id);
  if (!wasWithheldByHold || provider.publication !== 'withheld' || provider.state === 'closed')
    return provider.publication;
  const found = {
    gate: await lockGate(trx),
    isHeld: false,
    ...(await countCurrentClaims(trx, provider.id, at)),
  };
  const isPublishable = missingForPublication(provider, await findParts(trx, provider.id), found) === undefined;
  return isPublishable ? 'published' : 'withheld';
}
