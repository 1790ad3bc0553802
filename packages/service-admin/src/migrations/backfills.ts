import pg from 'pg';
import { MigrationError } from './migration-error.ts';
import { readSqlFiles, type SqlFile } from './migration-files.ts';
import type { Session } from './session.ts';
import { statementsOf } from './statements.ts';

/** Changes old rows in batches. `statement` has the first and the last key of a batch as `$1` and `$2`. */
export type Backfill = SqlFile & { relation: string; key: string; statement: string };

const header = /^-- backfill of (\w+) by (\w+): \S/m;
export const backfillForm = '-- backfill of <table> by <unique column>: <why>';

/** `folder`: that of a service's migrations; its backfills are beside it. */
export async function readBackfills(folder: string): Promise<Backfill[]> {
  const files = await readSqlFiles(`${folder}/../backfills`);
  return Promise.all(
    files.map(async (file): Promise<Backfill> => {
      const [, relation, key] = header.exec(file.text) ?? [];
      const [statement, ...others] = await statementsOf(file);
      if (!relation || !key || !statement || others.length > 0 || !/\$1\b[\s\S]*\$2\b/.test(statement.text))
        throw new MigrationError(
          `${file.path}: a backfill has one statement, which changes the rows from key $1 to key $2, and a line\n  ${backfillForm}`,
        );
      return { ...file, relation, key, statement: statement.text };
    }),
  );
}

/** Records the backfills of tables that exist, so that status and metrics show them. An empty table has nothing to fill. */
export async function registerBackfills({ client }: Session, backfills: readonly Backfill[]): Promise<void> {
  for (const { name, relation, checksum, path } of backfills) {
    const { rows } = await client.query<{ checksum: Buffer; is_finished: boolean }>(
      'select checksum, finished_at is not null as is_finished from backfill where name = $1',
      [name],
    );
    const [known] = rows;
    if (known && !known.is_finished && !known.checksum.equals(checksum))
      throw new MigrationError(`${path} was edited after it was registered. Restore it, and add another backfill.`);
    const table = pg.escapeIdentifier(relation);
    const { rows: existing } = await client.query('select where to_regclass($1) is not null', [table]);
    if (known || existing.length === 0) continue;
    await client.query(
      `insert into backfill (name, relation, checksum, rows_expected, registered_at, finished_at)
       select $1, $2, $3, greatest((select reltuples from pg_class where oid = to_regclass($4)), 0), now(),
         case when not exists (select from ${table}) then now() end`,
      [name, relation, checksum, table],
    );
  }
}

/** A backfill whose file is deleted counts by its record. */
export async function isBackfilled(session: Session, backfills: readonly Backfill[], name: string): Promise<boolean> {
  await registerBackfills(
    session,
    backfills.filter((one) => one.name === name),
  );
  const { rows } = await session.client.query('select from backfill where name = $1 and finished_at is not null', [
    name,
  ]);
  return rows.length > 0;
}
