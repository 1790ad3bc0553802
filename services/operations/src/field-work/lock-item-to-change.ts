import type { Actor } from '@trust/contracts/actor';
import { notFound } from '@trust/service-kit/problems/problem';
import type { Trx } from '../app.ts';
import { assertNotOwnProvider } from '../from-other-services/representatives/assert-not-own-provider.ts';
import { type ItemRow, lockItem } from './queries.ts';
import { type Scope, scopeOf } from './scope.ts';

/** Every write of an operator to a work item takes it from here. */
export async function lockItemToChange(
  trx: Trx,
  actor: Actor,
  { id, at, scope = scopeOf(actor) }: { id: string; at: Date; scope?: Scope },
): Promise<ItemRow> {
  const item = await lockItem(trx, id, scope);
  if (!item) throw notFound();
  await assertNotOwnProvider(trx, actor, { providerId: item.provider_id, at });
  return item;
}
