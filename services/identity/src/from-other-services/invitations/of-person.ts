import { sql } from 'kysely';
import type { Trx } from '../../app.ts';

/** A later owner of the identifier must not accept them. */
export async function deleteInvitationsTo(trx: Trx, indexes: readonly Buffer[]): Promise<void> {
  await sql`delete from invitation where identifier_index = any(${indexes})`.execute(trx);
}
