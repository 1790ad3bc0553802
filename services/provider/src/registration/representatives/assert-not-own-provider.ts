import type { Actor } from '@trust/contracts/actor';
import { Problem } from '@trust/service-kit/problems/problem';
import type { Trx } from '../../app.ts';
import { representsOrAwaits } from './awaiting-representatives.ts';

/** The session knows no acceptance that awaits approval (docs/domain/invitations.md 12). */
export async function assertNotOwnProvider(
  trx: Trx,
  { userId }: Actor,
  { providerId, at }: { providerId: string; at: Date },
): Promise<void> {
  if (await representsOrAwaits(trx, { userId, providerId, at })) throw new Problem('separation-of-duties');
}
