import type { Trx } from '../../app.ts';

/** Current and former representatives. */
export function findRepresentatives(trx: Trx, providerId: string) {
  return trx
    .selectFrom('representative')
    .select(['user_id', 'ended_at'])
    .where('provider_id', '=', providerId)
    .execute();
}
