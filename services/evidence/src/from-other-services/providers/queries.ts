import type { PayloadOf } from '@trust/contracts/event';
import type { providerChanged } from '@trust/contracts/events/provider';
import type { Trx } from '../../app.ts';

export async function savePublication(trx: Trx, payload: PayloadOf<typeof providerChanged>): Promise<void> {
  const is_public = payload.state === 'active' && payload.publication === 'published';
  await trx
    .insertInto('provider_publication')
    .values({ provider_id: payload.providerId, is_public })
    .onConflict((conflict) => conflict.column('provider_id').doUpdateSet({ is_public }))
    .execute();
}
