import { sql } from 'kysely';
import type { Trx } from '../app.ts';

/** Serialises the challenges and sign-ins of an identifier until the transaction ends. */
export async function lockIdentifier(trx: Trx, identifierIndex: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${identifierIndex.toString('hex')}, 0))`.execute(trx);
}
