import { formerOperator } from '@trust/contracts/values/work-name';
import { sql } from 'kysely';
import type { App } from '../../app.ts';

/** By which operators know each other. Whoever is no operator has none. */
export async function workNamesOf({ db }: App, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('operator_name')
    .select(['user_id', 'work_name'])
    .where('user_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ user_id, work_name }) => [user_id, work_name ?? formerOperator]));
}
