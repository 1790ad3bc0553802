import type { Trx } from '../app.ts';

export async function endQueuedPushes(trx: Trx, userId: string, at: Date): Promise<void> {
  await trx
    .updateTable('delivery')
    .set({ state: 'failed', failure: 'refused', next_try_at: null, ended_at: at })
    .where('user_id', '=', userId)
    .where('state', '=', 'queued')
    .execute();
}
