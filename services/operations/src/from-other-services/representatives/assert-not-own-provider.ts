import type { Actor } from '@trust/contracts/actor';
import { Problem } from '@trust/service-kit/problems/problem';
import type { Trx } from '../../app.ts';
import { ownProviders } from '../../own-providers.ts';
import { represents } from './queries.ts';

/** The session knows no acceptance that awaits approval (docs/domain/invitations.md 12). */
export async function assertNotOwnProvider(
  trx: Trx,
  actor: Actor,
  { providerId, at }: { providerId: string | null; at: Date },
): Promise<void> {
  if (providerId === null) return;
  const isOwn = ownProviders(actor).includes(providerId);
  if (isOwn || (await represents(trx, { userId: actor.userId, providerId, at })))
    throw new Problem('separation-of-duties');
}
