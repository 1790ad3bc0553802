import type { Trx } from '../../app.ts';
import { announceDispute, notifyOfDispute } from './dispute-view.ts';
import { lockDispute, updateDispute } from './queries.ts';

type Decision = { outcome: string; isAppeal: boolean; at: Date };

/** The decision of an appeal stays apart: a resolved dispute is immutable. */
export async function resolveDispute(trx: Trx, id: string, { outcome, isAppeal, at }: Decision): Promise<void> {
  const row = await lockDispute(trx, id);
  if (!row) return;
  if (!isAppeal) {
    // The response was due, and nobody wrote that down.
    if (row.state === 'awaiting_response') await updateDispute(trx, id, { state: 'under_review' });
    await updateDispute(trx, id, { state: 'resolved', ended_at: at, outcome });
    await announceDispute(trx, { ...row, state: 'resolved' }, at);
  }
  for (const side of ['customer', 'provider'] as const) await notifyOfDispute(trx, row, side, 'dispute_resolved');
}
