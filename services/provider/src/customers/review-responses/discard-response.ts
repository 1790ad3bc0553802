import type { Trx } from '../../app.ts';
import { withdrawRequest } from '../../provider-record/moderation/request-moderation.ts';
import { deleteResponse } from './queries.ts';

/** Call with its review locked. Nobody examines a text that is gone. */
export async function discardResponse(trx: Trx, id: string, at: Date): Promise<void> {
  await withdrawRequest(trx, id, at);
  await deleteResponse(trx, id);
}
