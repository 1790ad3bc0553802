import { notificationRequested } from '@trust/contracts/events/any';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { App, Trx } from '../../app.ts';
import { refreshListing } from '../../listing/refresh-listing.ts';
import { nameSealer } from '../../provider-record/names.ts';
import { findProvider, type ProviderRow, updateProvider } from '../../provider-record/provider-row.ts';
import { endVersion, findVersion, insertVersion, sealWords } from './queries.ts';
import { refuseAccepted } from './refuse-accepted.ts';

type Decision = { outcome: string; reasonCode: string; isNameKept?: boolean | undefined; at: Date };

/** Call with the provider locked (`lockSubject`). A refusal leaves the words that were accepted before. */
export async function applyNameDecision(
  trx: Trx,
  app: App,
  nameId: string,
  { outcome, reasonCode, isNameKept = false, at }: Decision,
): Promise<void> {
  const version = await findVersion(trx, app, nameId);
  const provider = version && (await findProvider(trx, version.row.provider_id));
  if (!provider || version.words === null) return;
  if (version.row.state === 'accepted')
    return refuseAccepted(trx, app, { provider, nameId }, { reasonCode, isNameKept, at });
  const isAccepted = outcome === 'approved';
  if (isAccepted) await keepEarlierName(trx, app, provider);
  await endVersion(trx, nameId, isAccepted ? 'accepted' : 'refused', at);
  const { name, summary, website } = version.words;
  const changes = isAccepted
    ? { public_name: name, public_summary: summary, public_website: website, public_name_id: nameId }
    : { name_refusal: reasonCode };
  await updateProvider(trx, provider, changes, app.now());
  if (isAccepted) await refreshListing(trx, provider.id, app.now());
  await emit(trx, notificationRequested.provider, {
    userId: null,
    providerId: provider.id,
    template: isAccepted ? 'display_name_accepted' : 'display_name_refused',
    data: { reasonCode },
  });
}

/** A name that was public before versions were kept gets its version when the next one is accepted. */
async function keepEarlierName(trx: Trx, app: App, provider: ProviderRow): Promise<void> {
  const { public_name, public_name_id, created_at } = provider;
  if (public_name === null || public_name_id !== null) return;
  const id = app.newId();
  const sealed = sealWords(await nameSealer(trx, app, provider.id), id, {
    name: public_name,
    summary: null,
    website: null,
    premisesId: null,
  });
  const accepted = { state: 'accepted', requested_at: created_at, ended_at: created_at } as const;
  await insertVersion(trx, { id, provider_id: provider.id, ...sealed, ...accepted });
}
