import { isDeepStrictEqual } from 'node:util';
import type { App, Trx } from '../../app.ts';
import { findRequests } from '../../provider-record/moderation/queries.ts';
import { requestModeration, withdrawRequest } from '../../provider-record/moderation/request-moderation.ts';
import { nameSealer } from '../../provider-record/names.ts';
import type { ProviderRow } from '../../provider-record/provider-row.ts';
import { nameStateOf, wordsStateOf } from './name-state.ts';
import { findAddress } from './public-address.ts';
import { endVersion, findWaiting, insertVersion, sealWords } from './queries.ts';

/**
 * Asks operators about the words that the provider has now, once. Newer ones take the place of those that wait.
 * Call with the provider locked, after each write of one that is no draft.
 */
export async function askForName(
  trx: Trx,
  app: Pick<App, 'names' | 'newId' | 'now'>,
  provider: ProviderRow,
  askedBy: string,
): Promise<void> {
  const waiting = await findWaiting(trx, app, provider.id);
  const address = await findAddress(trx, provider.id);
  const { display_name: name, summary, website } = provider;
  const words = { name, summary, website, premisesId: address?.id ?? null };
  if (waiting?.words && isDeepStrictEqual(waiting.words, words)) return;
  if (waiting) await withdraw(trx, waiting.row.id, app.now());
  if (wordsStateOf(provider, address?.isAccepted ?? null) !== 'waiting') return;

  const id = app.newId();
  const sealer = await nameSealer(trx, app, provider.id);
  const sealed = sealWords(sealer, id, words);
  await insertVersion(trx, { id, provider_id: provider.id, ...sealed, requested_at: app.now() });
  await requestModeration(trx, app, {
    subject_id: id,
    kind: 'name',
    provider_id: provider.id,
    category_key: null,
    reason_code: reasonOf(provider),
    involved: [askedBy],
    requested_by: askedBy,
  });
}

/**
 * After premises or their address are gone: no operator judges what is no more, and a name that waits with it waits on.
 * Call with the provider locked.
 */
export async function askAgainForName(
  trx: Trx,
  app: Pick<App, 'names' | 'newId' | 'now'>,
  provider: ProviderRow,
): Promise<void> {
  const waiting = await findWaiting(trx, app, provider.id);
  const [asked] = waiting ? await findRequests(trx, waiting.row.id) : [];
  if (asked) await askForName(trx, app, provider, asked.requested_by);
}

function reasonOf(provider: ProviderRow): string {
  if (provider.public_name === null) return 'first_name';
  return nameStateOf(provider) === 'accepted' ? 'new_words' : 'new_name';
}

/** Ends the question about a name of a provider that closes. */
export async function withdrawName(trx: Trx, app: Pick<App, 'names'>, providerId: string, at: Date): Promise<void> {
  const waiting = await findWaiting(trx, app, providerId);
  if (waiting) await withdraw(trx, waiting.row.id, at);
}

async function withdraw(trx: Trx, id: string, at: Date): Promise<void> {
  await withdrawRequest(trx, id, at);
  await endVersion(trx, id, 'withdrawn', at);
}
