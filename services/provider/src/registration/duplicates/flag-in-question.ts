import { sql } from 'kysely';
import type { App, Trx } from '../../app.ts';
import { announceDuplicates } from './flag-duplicates.ts';
import { findPossibleDuplicates } from './possible-duplicates.ts';

/** Announces the pairs with open providers if a measure of operators against the provider began in `apply`. */
export async function flagIfInQuestion<Result>(
  trx: Trx,
  app: Pick<App, 'names' | 'now'>,
  providerId: string,
  apply: () => Promise<Result>,
): Promise<Result> {
  const before = await inQuestionAt(trx, providerId);
  const result = await apply();
  const after = await inQuestionAt(trx, providerId);
  if (after && (!before || after > before)) await flagInQuestion(trx, app, providerId);
  return result;
}

/** Call with the provider locked, after the measure began. */
export async function flagInQuestion(trx: Trx, app: Pick<App, 'names' | 'now'>, providerId: string): Promise<void> {
  const found = await findPossibleDuplicates(trx, app, providerId);
  const open = found.filter(({ state }) => state !== 'closed');
  await announceDuplicates(trx, providerId, open, app.now());
}

async function inQuestionAt(trx: Trx, providerId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select in_question_at(${providerId}) as at`.execute(trx);
  return rows[0]?.at ?? null;
}
