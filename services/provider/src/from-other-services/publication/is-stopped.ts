import type { Db } from '../../app.ts';
import { isCategoryHeldBack } from '../../listing/is-held-back.ts';
import { findProvider } from '../../provider-record/provider-row.ts';
import { isSuspended } from '../emergency-actions/is-suspended.ts';

/** Call with the provider locked: a hold takes the same lock. */
export async function isHeld(trx: Db, providerId: string): Promise<boolean> {
  const held = await trx
    .selectFrom('publication_hold')
    .select('hold_id')
    .where('provider_id', '=', providerId)
    .where('state', '=', 'held')
    .executeTakeFirst();
  return held !== undefined;
}

/** By a hold or an emergency action of operations. Call with the provider locked. */
export async function isStopped(trx: Db, providerId: string, at: Date): Promise<boolean> {
  return (await isHeld(trx, providerId)) || (await isSuspended(trx, providerId, at));
}

/** By these, or by a suspended or withheld provider: however operators keep it from its customers. */
async function isStoppedByOperators(db: Db, providerId: string, at: Date): Promise<boolean> {
  const provider = await findProvider(db, providerId);
  if (provider?.state === 'suspended' || provider?.publication === 'withheld') return true;
  return isStopped(db, providerId, at);
}

type InCategory = { provider_id: string; category_key: string };

/** By operators, or by a claim for whose lack the category that the enquiry is about is hidden (docs/domain/publication-and-search.md 33). */
export async function findStopInCategory(
  db: Db,
  { provider_id, category_key }: InCategory,
  at: Date,
): Promise<'operators' | 'missing_claim' | undefined> {
  if (await isStoppedByOperators(db, provider_id, at)) return 'operators';
  return (await isCategoryHeldBack(db, provider_id, category_key)) ? 'missing_claim' : undefined;
}

export async function isStoppedInCategory(db: Db, of: InCategory, at: Date): Promise<boolean> {
  return (await findStopInCategory(db, of, at)) !== undefined;
}
