import { isDeepStrictEqual } from 'node:util';
import { refusalsChanged, refusalsSnapshot } from '@trust/contracts/events/verification';
import type { CaseWait, StandingRefusal } from '@trust/contracts/reasons/standing-refusals';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { App, Trx } from '../../app.ts';
import { findOtherProvidersOfPeople } from '../../from-other-services/claim-subjects.ts';
import { lockCasesOf } from '../record/queries.ts';
import { findStandingRefusals, findWaits } from './standing-refusals.ts';

type Announced = { refusals: StandingRefusal[]; waits: CaseWait[] };

/**
 * Announces what hides categories of the provider and lets its next case wait, and of the others that its people answer or answered for,
 * where it changed. Call with the cases of the provider locked, after whatever may have changed it.
 */
export async function announceRefusals(trx: Trx, app: App, providerId: string): Promise<void> {
  const others = await findOtherProvidersOfPeople(trx, providerId);
  for (const id of others) await lockCasesOf(trx, id);
  for (const id of [providerId, ...others]) await announceIfChanged(trx, app, id);
}

/** After a move of a case without a decision: mostly nothing was refused, and no other provider is locked. */
export async function announceRefusalsAfterMove(trx: Trx, app: App, providerId: string): Promise<void> {
  if (await announceIfChanged(trx, app, providerId)) await announceRefusals(trx, app, providerId);
}

async function announceIfChanged(trx: Trx, app: App, providerId: string): Promise<boolean> {
  // Locked before it reads, so that of two changes at once the second sees both.
  const { refusals = [], waits = [] } = (await findAnnounced(trx, providerId)) ?? {};
  const found = { refusals: await findStandingRefusals(trx, providerId), waits: await findWaits(trx, providerId) };
  if (isDeepStrictEqual(found, { refusals, waits })) return false;
  const announced = {
    refusals: JSON.stringify(found.refusals),
    waits: JSON.stringify(found.waits),
    announced_at: app.now(),
  };
  await trx
    .insertInto('announced_refusals')
    .values({ provider_id: providerId, ...announced })
    .onConflict((conflict) => conflict.column('provider_id').doUpdateSet(announced))
    .execute();
  await emit(trx, refusalsChanged, { providerId, ...found, occurredAt: announced.announced_at.toISOString() });
  return true;
}

export async function announceRefusalsAgain(trx: Trx, providerId: string): Promise<void> {
  const announced = await findAnnounced(trx, providerId);
  if (!announced) return;
  const { announced_at, ...found } = announced;
  await emit(trx, refusalsSnapshot, { providerId, ...found, occurredAt: announced_at.toISOString() });
}

async function findAnnounced(trx: Trx, providerId: string): Promise<(Announced & { announced_at: Date }) | undefined> {
  return trx
    .selectFrom('announced_refusals')
    .select(['refusals', 'waits', 'announced_at'])
    .where('provider_id', '=', providerId)
    .forUpdate()
    .$narrowType<Announced>()
    .executeTakeFirst();
}
