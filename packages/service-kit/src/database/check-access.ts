import { type QueryExecutorProvider, sql } from 'kysely';
import { tlsFaultOf } from '../tls/tls-fault.ts';
import { sqlState } from './sql-error.ts';

/** `28P01`: wrong password; `28000`: unknown role or no access; `3D000`: unknown database. */
const refusals = new Set(['28P01', '28000', '3D000']);

/**
 * Throws if Postgres refuses role, password or database of the setting, or TLS fails. A server that is away may come.
 */
export async function checkAccess(db: QueryExecutorProvider, setting: string): Promise<void> {
  try {
    await sql`select`.execute(db);
  } catch (error) {
    if (refusals.has(sqlState(error) ?? ''))
      throw new Error(`Postgres refuses the role, the password or the database of ${setting}. Correct that setting.`, {
        cause: error,
      });
    const reason = tlsFaultOf(error);
    if (reason)
      throw new Error(`The connection to Postgres cannot be encrypted: ${reason}. Correct ${setting} or TLS_CA_FILE.`, {
        cause: error,
      });
  }
}
