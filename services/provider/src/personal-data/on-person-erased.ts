import { personErased } from '@trust/contracts/events/identity';
import { providerErased } from '@trust/contracts/events/provider';
import { recordErasure } from '@trust/personal-data/erased-people';
import { emit } from '@trust/service-kit/outbox/outbox';
import { type App, on, type Trx } from '../app.ts';
import { eraseBlocksOf } from '../customers/block-record/queries.ts';
import { deleteConsents } from '../from-other-services/consents/upload-consents.ts';
import { deleteWithdrawals } from '../from-other-services/consents/withdrawals.ts';
import { deleteMediaOf } from '../from-other-services/public-media/media-of.ts';
import { deleteVerifiedContacts } from '../from-other-services/verified-contacts/verified-contacts.ts';
import { refreshListing } from '../listing/refresh-listing.ts';
import { findRepresentedProviders, hasOwner } from '../provider-record/assignments.ts';
import { closeEnquiries } from '../provider-record/close-enquiries.ts';
import { emitProviderChanged } from '../provider-record/lifecycle.ts';
import { deleteKeysOfSubjects, deleteNameKey } from '../provider-record/names.ts';
import {
  findParts,
  insertTransition,
  lockProvider,
  type ProviderRow,
  updateProvider,
} from '../provider-record/provider-row.ts';
import { positionAfter } from '../provider-record/transitions.ts';
import { withdrawPublicName } from '../registration/claim-subjects/withdraw-public-name.ts';
import { withdrawName } from '../registration/display-names/ask-for-name.ts';
import { flagClosed, flagErased } from '../registration/duplicates/flag-duplicates.ts';
import { findAnsweredFor, findProvidersOfMailboxes, keepHashes } from '../registration/duplicates/kept-hashes.ts';
import { findPossibleDuplicates, wasInQuestion } from '../registration/duplicates/possible-duplicates.ts';
import { deleteUsedNames } from '../registration/duplicates/used-names.ts';
import { deleteBaseOf } from '../registration/location/delete-base.ts';
import { deleteLocation, deletePrivateLocation } from '../registration/location/delete-location.ts';
import { withdrawPremises } from '../registration/location/withdraw-premises.ts';
import { deleteAwaitingOf } from '../registration/representatives/awaiting-representatives.ts';
import { endRepresentation } from '../registration/representatives/end-representation.ts';
import { announceErasedSubjects } from './announce-erased-subjects.ts';
import { eraseEnquiries } from './own-enquiries.ts';
import { eraseOpinions } from './own-opinions.ts';

/** The history of an individual's provider needs its ids, so only they remain (docs/domain/erasure.md 19). */
const erasedFields = { display_name: 'Erased', summary: null, website: null, languages: [] };

/** A provider may get a sole owner after identity checked for one: it is closed here (docs/domain/erasure.md 18). */
export const onPersonErased = on(personErased, async ({ userId: personId, erasedAt }, { trx }, app) => {
  await recordErasure(trx, personId, new Date(erasedAt));
  const represented = await findRepresentedProviders(trx, personId);
  // Lock order: all providers, then the rest (docs/domain/erasure.md 42).
  for (const { providerId } of represented) await lockProvider(trx, providerId);
  await withdrawPremises(trx, app, personId, new Date(erasedAt));
  await withdrawPublicName(trx, personId, new Date(erasedAt));
  await deleteConsents(trx, personId);
  await deleteWithdrawals(trx, personId);
  await deleteAwaitingOf(trx, personId);
  await eraseOpinions(trx, personId, app.now());
  await eraseEnquiries(trx, personId, new Date(erasedAt));
  for (const { providerId, owned } of represented) {
    const provider = await lockProvider(trx, providerId);
    if (!provider) continue;
    await endRepresentation(trx, app, { providerId, userId: personId }, app.now());
    const after = owned ? await closeWithoutOwner(trx, provider, personId, app) : provider;
    await deleteBaseOf(trx, after, personId, app.now());
    const { kind } = provider;
    if (owned) await forgetNames(trx, app, { providerId, kind, personId, erasedAt: new Date(erasedAt) });
    if (owned) await deleteKeysOfSubjects(trx, providerId, personId);
    if (owned && after.state === 'closed' && after.kind === 'individual') await eraseProvider(trx, after, app.now());
  }
  await keepAnsweredFor(trx, app, personId, new Date(erasedAt));
  for (const providerId of await findProvidersOfMailboxes(trx, personId)) await flagErased(trx, app, providerId);
  await eraseBlocksOf(trx, app, personId, new Date(erasedAt));
  await deleteVerifiedContacts(trx, personId);
  await announceErasedSubjects(trx, personId, new Date(erasedAt));
  // Whoever held a lock before may have named the person.
  await deleteNameKey(trx, personId);
});

/** Who leaves under a measure is found again for a year (docs/domain/erasure.md 45). */
async function forgetNames(trx: Trx, app: App, of: Parameters<typeof keepHashes>[2]): Promise<void> {
  if (await wasInQuestion(trx, of.providerId)) await keepHashes(trx, app, of);
  if (of.kind === 'individual') await deleteUsedNames(trx, of.providerId);
}

/** Whom the documents of a firm were about is found again too, whoever owns the firm. */
async function keepAnsweredFor(trx: Trx, app: App, personId: string, erasedAt: Date): Promise<void> {
  for (const providerId of await findAnsweredFor(trx, personId, erasedAt))
    if (await wasInQuestion(trx, providerId))
      await keepHashes(trx, app, { providerId, kind: 'organisation', personId, erasedAt });
}

async function closeWithoutOwner(trx: Trx, provider: ProviderRow, personId: string, app: App): Promise<ProviderRow> {
  const { now, newId } = app;
  const position = positionAfter('close', provider);
  if (!position || (await hasOwner(trx, provider.id))) return provider;
  const found = await findPossibleDuplicates(trx, app, provider.id);
  const transition = { transition: 'close', acting_as: 'owner', actor_id: personId, at: now() } as const;
  await insertTransition(trx, { id: newId(), provider_id: provider.id, ...transition });
  const closed = await updateProvider(trx, provider, position, now());
  await deletePrivateLocation(trx, provider.id);
  await endRepresentation(trx, app, { providerId: provider.id }, now());
  await withdrawName(trx, app, provider.id, now());
  await closeEnquiries(trx, { providerId: provider.id, endedBy: 'provider' }, now());
  await flagClosed(trx, { id: provider.id, found, at: now() });
  await refreshListing(trx, provider.id, now());
  await emitProviderChanged(trx, closed, await findParts(trx, provider.id));
  return closed;
}

async function eraseProvider(trx: Trx, provider: ProviderRow, at: Date): Promise<void> {
  await deleteLocation(trx, provider.id);
  await deleteMediaOf(trx, provider.id);
  await deleteNameKey(trx, provider.id);
  await deleteKeysOfSubjects(trx, provider.id, null);
  const after = await updateProvider(trx, provider, erasedFields, at);
  await emitProviderChanged(trx, after, await findParts(trx, provider.id));
  await emit(trx, providerErased, { providerId: provider.id, occurredAt: at.toISOString() });
}
