import { notificationRequested } from '@trust/contracts/events/any';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { App, Trx } from '../../app.ts';
import { refreshListing } from '../../listing/refresh-listing.ts';
import { emitProviderChanged } from '../../provider-record/lifecycle.ts';
import { findRequests, insertRequest, type RequestRow } from '../../provider-record/moderation/queries.ts';
import { findParts, type ProviderRow, updateProvider } from '../../provider-record/provider-row.ts';
import { wordsStateOf } from './name-state.ts';
import { findAddress } from './public-address.ts';
import { findWaiting, refuseVersion } from './queries.ts';

/** The round in which operators refuse accepted words begins with its decision: harm does not wait. Undefined for another. */
export async function reopenAccepted(
  trx: Trx,
  { newId }: Pick<App, 'newId'>,
  { subjectId, outcome, at }: { subjectId: string; outcome: string; at: Date },
): Promise<RequestRow | undefined> {
  const last = (await findRequests(trx, subjectId)).at(-1);
  if (last?.kind !== 'name' || last.outcome !== 'approved' || outcome !== 'refused') return undefined;
  const { kind, provider_id, category_key, involved, requested_by, content_revision } = last;
  return insertRequest(trx, {
    ...{
      id: newId(),
      subject_id: subjectId,
      kind,
      provider_id,
      category_key,
      involved,
      requested_by,
      content_revision,
    },
    ...{ is_appeal: false, statement: null, reason_code: 'reconsidered', requested_at: at, ready_at: at },
  });
}

type Refusal = { reasonCode: string; isNameKept: boolean; at: Date };

/** Call with the provider locked. The public reads nothing of the version any more, but for a harmless name. */
export async function refuseAccepted(
  trx: Trx,
  app: App,
  { provider, nameId }: { provider: ProviderRow; nameId: string },
  { reasonCode, isNameKept, at }: Refusal,
): Promise<void> {
  await refuseVersion(trx, nameId, isNameKept, at);
  if (provider.state === 'closed') return;
  if (provider.public_name_id === nameId) await hideWords(trx, app, provider, { reasonCode, isNameKept, at });
  const told = {
    userId: null,
    providerId: provider.id,
    template: 'public_words_refused',
    data: { reasonCode },
  } as const;
  await emit(trx, notificationRequested.provider, told);
}

async function hideWords(trx: Trx, app: App, provider: ProviderRow, refusal: Refusal): Promise<void> {
  const { reasonCode, isNameKept } = refusal;
  const isShown = provider.publication === 'published';
  const hidden = {
    public_name: isNameKept ? provider.public_name : null,
    public_summary: null,
    public_website: null,
    publication: isShown && !isNameKept ? 'unpublished' : provider.publication,
  } as const;
  const address = await findAddress(trx, provider.id);
  const waits = await findWaiting(trx, app, provider.id);
  const name_refusal = waits ? null : (provider.name_refusal ?? reasonCode);
  const isAsked = wordsStateOf({ ...provider, ...hidden, name_refusal }, address?.isAccepted ?? null) === 'accepted';
  const changes = { ...hidden, name_refusal: isAsked ? null : name_refusal };
  const after = await updateProvider(trx, provider, changes, app.now());
  await refreshListing(trx, provider.id, app.now());
  if (after.publication !== provider.publication)
    await emitProviderChanged(trx, after, await findParts(trx, provider.id));
}
