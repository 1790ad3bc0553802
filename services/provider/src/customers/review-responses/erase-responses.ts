import type { Trx } from '../../app.ts';
import { discardResponse } from './discard-response.ts';

async function findResponseIdsOf(trx: Trx, authorId: string): Promise<string[]> {
  const rows = await trx.selectFrom('review_response').select('id').where('author_id', '=', authorId).execute();
  return rows.map(({ id }) => id);
}

/** Call with their reviews locked. */
export async function eraseResponses(trx: Trx, authorId: string, at: Date): Promise<void> {
  for (const id of await findResponseIdsOf(trx, authorId)) await discardResponse(trx, id, at);
}
