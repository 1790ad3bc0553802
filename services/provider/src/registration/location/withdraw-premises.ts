import type { App, Trx } from '../../app.ts';
import { refreshListing } from '../../listing/refresh-listing.ts';
import { findOwners } from '../../provider-record/assignments.ts';
import { endSubjects } from '../../provider-record/claim-subjects.ts';
import { emitProviderChanged } from '../../provider-record/lifecycle.ts';
import { findParts, lockProvider, type ProviderRow } from '../../provider-record/provider-row.ts';
import { askAgainForName } from '../display-names/ask-for-name.ts';
import { deletePremises } from './delete-location.ts';
import { deleteConsent, deletePremisesWithoutConsent, findConsentsOfOthers, findPremisesOf } from './queries.ts';
import { tellOfChange } from './tell-of-change.ts';

type Asking = Pick<App, 'names' | 'newId' | 'now'>;

/** Premises that colleagues consented to as well stay (docs/domain/provider-record.md 24). */
export async function withdrawPremises(trx: Trx, app: Asking, personId: string, until: Date): Promise<void> {
  for (const providerId of await findPremisesOf(trx, personId, until)) {
    const provider = await lockProvider(trx, providerId);
    const isHidden = provider && (await endPremisesConsent(trx, app, provider, { personId, until, at: until }));
    if (isHidden === false) await tellOfChange(trx, { userId: personId, providerId: null }, 'premises_still_shown');
  }
}

/** Of a provider that became one person. Call with the provider locked. */
export async function endConsentsOfOthers(trx: Trx, app: Asking, provider: ProviderRow, at: Date): Promise<void> {
  for (const personId of await findConsentsOfOthers(trx, provider.id))
    await endPremisesConsent(trx, app, provider, { personId, at });
}

type Ended = { personId: string; until?: Date; at: Date };

/** The premises go with the last consent. Returns whether they went. Call with the provider locked. */
export async function endPremisesConsent(
  trx: Trx,
  app: Asking,
  provider: ProviderRow,
  { personId, until, at }: Ended,
): Promise<boolean> {
  await deleteConsent(trx, provider.id, personId, until);
  if (!(await deletePremisesWithoutConsent(trx, provider.id))) return false;
  const ending = { reason: 'removed', at, shownBy: personId } as const;
  await endSubjects(trx, { providerId: provider.id, about: ['premises'] }, ending);
  await announceNoPremises(trx, app, provider);
  return true;
}

/** After an operator recorded that they were given up: its owners enter them again if that is wrong. Call with the provider locked. */
export async function takeDownPremises(trx: Trx, app: Asking, provider: ProviderRow): Promise<void> {
  if (!(await deletePremises(trx, provider.id))) return;
  for (const userId of await findOwners(trx, provider.id))
    await tellOfChange(trx, { userId, providerId: provider.id }, 'premises_changed');
  await announceNoPremises(trx, app, provider);
}

async function announceNoPremises(trx: Trx, app: Asking, provider: ProviderRow): Promise<void> {
  await askAgainForName(trx, app, provider);
  await refreshListing(trx, provider.id, app.now());
  await emitProviderChanged(trx, provider, await findParts(trx, provider.id));
}
