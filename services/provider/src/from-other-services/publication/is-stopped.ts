import type { Trx } from '../../app.ts';
import { isSuspended } from '../emergency-actions/is-suspended.ts';

/** Call with the provider locked: a hold takes the same lock. */
export async function isHeld(trx: Trx, providerId: string): Promise<boolean> {
  const held = await trx
    .selectFrom('publication_hold')
    .select('hold_id')
    .where('provider_id', '=', providerId)
    .where('state', '=', 'held')
    .executeTakeFirst();
  return held !== undefined;
}

/** By a hold or an emergency action of operations. Call with the provider locked. */
export async function isStopped(trx: Trx, providerId: string, at: Date): Promise<boolean> {
  return (await isHeld(trx, providerId)) || (await isSuspended(trx, providerId, at));
}
