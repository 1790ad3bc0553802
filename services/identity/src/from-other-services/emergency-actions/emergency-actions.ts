import type { Trx } from '../../app.ts';

export async function isSignedOut(trx: Trx, personId: string, now: Date): Promise<boolean> {
  const action = await trx
    .selectFrom('emergency_action')
    .select('action_id')
    .where('person_id', '=', personId)
    .where('ends_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return action !== undefined;
}
