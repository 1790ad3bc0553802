import { stepUpSeconds } from '@trust/service-kit/actors/step-up';
import { sql } from 'kysely';
import type { Trx } from '../../app.ts';

/** Whether anybody is or was an operator. */
export async function hasOperators(trx: Trx): Promise<boolean> {
  return (await trx.selectFrom('operator_change').select('person_id').limit(1).executeTakeFirst()) !== undefined;
}

type Wanted = { now: Date; asOperator: boolean; byPasskey: boolean };

/** Whether the person has signed in or stepped up within five minutes, in a session that goes on. */
export async function hasFreshSession(
  trx: Trx,
  personId: string,
  { now, asOperator, byPasskey }: Wanted,
): Promise<boolean> {
  const row = await trx
    .selectFrom('session')
    .select('id')
    .where('person_id', '=', personId)
    .where('state', '=', 'active')
    .where('ends_at', '>', now)
    .where('authenticated_at', '>', new Date(now.getTime() - stepUpSeconds * 1000))
    .$if(asOperator, (query) =>
      query
        .where('kind', '=', 'operator')
        .where(sql<boolean>`exists (select from operator_grant g where g.person_id = session.person_id)`),
    )
    .$if(byPasskey, (query) => query.where('authenticated_by', '=', 'passkey'))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
