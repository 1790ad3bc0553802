import { isDeepStrictEqual } from 'node:util';
import type { PayloadOf } from '@trust/contracts/event';
import { refusalsChanged, refusalsSnapshot } from '@trust/contracts/events/verification';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { App, Trx } from '../../app.ts';
import { findStandingRefusals } from './standing-refusals.ts';

type Refusals = PayloadOf<typeof refusalsChanged>['refusals'];

/** Call with the cases of these providers locked, after whatever may have changed what the public sees of them. */
export async function announceRefusals(trx: Trx, app: App, providerIds: readonly string[]): Promise<void> {
  for (const providerId of providerIds) {
    const refusals = await findStandingRefusals(trx, providerId);
    const last = (await findAnnounced(trx, providerId))?.refusals ?? [];
    if (isDeepStrictEqual(refusals, last)) continue;
    const announced = { refusals: JSON.stringify(refusals), announced_at: app.now() };
    await trx
      .insertInto('announced_refusals')
      .values({ provider_id: providerId, ...announced })
      .onConflict((conflict) => conflict.column('provider_id').doUpdateSet(announced))
      .execute();
    await emit(trx, refusalsChanged, { providerId, refusals, occurredAt: announced.announced_at.toISOString() });
  }
}

export async function announceRefusalsAgain(trx: Trx, providerId: string): Promise<void> {
  const announced = await findAnnounced(trx, providerId);
  if (!announced) return;
  const { refusals, announced_at } = announced;
  await emit(trx, refusalsSnapshot, { providerId, refusals, occurredAt: announced_at.toISOString() });
}

async function findAnnounced(
  trx: Trx,
  providerId: string,
): Promise<{ refusals: Refusals; announced_at: Date } | undefined> {
  return trx
    .selectFrom('announced_refusals')
    .select(['refusals', 'announced_at'])
    .where('provider_id', '=', providerId)
    .forUpdate()
    .$narrowType<{ refusals: Refusals }>()
    .executeTakeFirst();
}
