import { isDeepStrictEqual } from 'node:util';
import type { PayloadOf } from '@trust/contracts/event';
import { refusalsChanged, refusalsSnapshot } from '@trust/contracts/events/verification';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { App, Trx } from '../../app.ts';
import { findOtherProvidersOfPeople } from '../../from-other-services/claim-subjects.ts';
import { lockCasesOf } from '../record/queries.ts';
import { findStandingRefusals } from './standing-refusals.ts';

type Refusals = PayloadOf<typeof refusalsChanged>['refusals'];

/**
 * Announces what hides categories of the provider, and of the others that its people answer or answered for, where it changed. Call with
 * the cases of the provider locked, after whatever may have changed it.
 */
export async function announceRefusals(trx: Trx, app: App, providerId: string): Promise<void> {
  const others = await findOtherProvidersOfPeople(trx, providerId);
  for (const id of others) await lockCasesOf(trx, id);
  for (const id of [providerId, ...others]) await announceIfChanged(trx, app, id);
}

async function announceIfChanged(trx: Trx, app: App, providerId: string): Promise<void> {
  const refusals = await findStandingRefusals(trx, providerId);
  const last = (await findAnnounced(trx, providerId))?.refusals ?? [];
  if (isDeepStrictEqual(refusals, last)) return;
  const announced = { refusals: JSON.stringify(refusals), announced_at: app.now() };
  await trx
    .insertInto('announced_refusals')
    .values({ provider_id: providerId, ...announced })
    .onConflict((conflict) => conflict.column('provider_id').doUpdateSet(announced))
    .execute();
  await emit(trx, refusalsChanged, { providerId, refusals, occurredAt: announced.announced_at.toISOString() });
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
