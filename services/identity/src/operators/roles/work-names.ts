import { formerOperator } from '@trust/contracts/values/work-name';
import { sql } from 'kysely';
import type { App } from '../../app.ts';

/** By which operators know each other. Whoever is no operator has none. */
export async function workNamesOf({ db }: App, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('operator_change')
    .select(['person_id', 'work_name'])
    .where('person_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ person_id, work_name }) => [person_id, work_name ?? formerOperator]));
}
