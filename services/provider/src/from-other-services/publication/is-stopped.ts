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

/** Or operators hide the category that the enquiry is about (docs/domain/publication-and-search.md 33). */
export async function isStoppedInCategory(
  db: Db,
  { provider_id, category_key }: { provider_id: string; category_key: string },
  at: Date,
): Promise<boolean> {
  return (await isCategoryHeldBack(db, provider_id, category_key)) || (await isStoppedByOperators(db, provider_id, at));
}
