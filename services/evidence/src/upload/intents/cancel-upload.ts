import type { Trx } from '../../app.ts';
import { announceIntent } from './announce.ts';
import { endIntent, endSession, type IntentRow, lockIntent, readIntent } from './queries.ts';

/** Before what its confirmation locks after it. */
export async function lockUpload(trx: Trx, intentId: string): Promise<IntentRow> {
  await lockIntent(trx, intentId);
  return readIntent(trx, intentId);
}

/** Call with the intent locked, and its state checked. */
export async function cancelUpload(trx: Trx, intent: IntentRow, at: Date): Promise<void> {
  await endSession(trx, intent.current_session_id, intent.session_expires_at <= at ? 'expired' : 'cancelled');
  await endIntent(trx, intent, 'cancelled');
  await announceIntent(trx, intent, 'cancelled');
}
