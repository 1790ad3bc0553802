import { setTimeout as delay } from 'node:timers/promises';
import { sqlState } from '@trust/service-kit/database/sql-error';
import type { Node } from 'libpg-query';
import { createIndexConcurrently, dropIndexConcurrently } from './concurrent-indexes.ts';
import { declarationsOf, forms } from './declarations.ts';
import { MigrationError } from './migration-error.ts';
import type { SqlFile } from './migration-files.ts';
import type { Session } from './session.ts';
import { type Statement, statementsOf } from './statements.ts';

/** Attempts to get the locks of a migration: about four minutes. */
const lockAttempts = 60;
const longestPause = 2000;

/** Applies a migration and records it in `table`. */
export async function applyMigration(session: Session, file: SqlFile, table: string): Promise<void> {
  const statements = await statementsOf(file);
  const record = async () => {
    await session.client.query('insert into migration_checksum (name, checksum) values ($1, $2)', [
      file.name,
      file.checksum,
    ]);
    await session.client.query(`insert into ${table} (name, timestamp) values ($1, $2)`, [
      file.name,
      new Date().toISOString(),
    ]);
  };
  if (declarationsOf(file.text).isOutsideTransaction) await applyOutside(session, file, statements);
  else
    return withLocks(session, file, () =>
      inTransaction(session, file, async () => {
        for (const statement of statements) await run(session, file, statement);
        await record();
      }),
    );
  await inTransaction(session, file, record);
}

const nothingApplied = 'Nothing of this migration was applied. Correct the file and run the command again.';

/** Stores what `work` does with its record: a crash cannot separate them. */
async function inTransaction({ client }: Session, { path }: SqlFile, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    if (error instanceof MigrationError) throw error;
    throw new MigrationError(`${path}: ${(error as Error).message}\n\n${nothingApplied}`, { cause: error });
  }
}

/** Lets others work between two attempts: who waits for a lock stops everybody who comes later. */
async function withLocks({ report }: Session, file: SqlFile, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isBlocked = ['55P03', '40P01'].includes(sqlState((error as Error).cause) ?? '');
      if (!isBlocked || attempt === lockAttempts) throw error;
      report(
        `${file.name}: another session holds a lock that it needs. Attempt ${attempt + 1} of ${lockAttempts} follows.`,
      );
      await delay(Math.min(attempt * 100, longestPause));
    }
  }
}

const notInOne = new Set(['VacuumStmt', 'ReindexStmt', 'AlterEnumStmt']);

/** After a crash the same migration runs again: what is there is kept, and an index that was not finished is made again. */
async function applyOutside(session: Session, file: SqlFile, statements: readonly Statement[]): Promise<void> {
  await session.client.query('set lock_timeout = 0');
  for (const statement of statements) {
    const index = indexOf(statement.node);
    const isKnown = index !== undefined || notInOne.has(Object.keys(statement.node)[0] ?? '');
    if (!isKnown)
      throw new MigrationError(
        `${file.path}:${statement.line}: a statement outside of a transaction cannot be undone.\n${statement.text}\n\nMove it to a migration without \`${forms.outside}\`. Indexes that are made or dropped concurrently, \`reindex\`, \`vacuum\`, \`analyze\` and values of an enum may stay.`,
      );
    await describingErrors(file, statement, async () => {
      if (index?.isDropped) await dropIndexConcurrently(session, index.name, statement.text);
      else if (index) await createIndexConcurrently(session, index.name, statement.text);
      else await session.client.query(statement.text);
    });
  }
  await session.client.query('reset lock_timeout');
}

function indexOf(node: Node): { name: string; isDropped: boolean } | undefined {
  if ('IndexStmt' in node && node.IndexStmt.concurrent && node.IndexStmt.idxname)
    return { name: node.IndexStmt.idxname, isDropped: false };
  if (!('DropStmt' in node) || !node.DropStmt.concurrent) return undefined;
  const [dropped] = node.DropStmt.objects ?? [];
  const last = dropped && 'List' in dropped ? dropped.List.items?.at(-1) : undefined;
  const name = last && 'String' in last ? last.String.sval : undefined;
  return name === undefined ? undefined : { name, isDropped: true };
}

async function run({ client }: Session, file: SqlFile, statement: Statement): Promise<void> {
  await describingErrors(file, statement, () => client.query(statement.text));
}

async function describingErrors(file: SqlFile, { text, line }: Statement, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { message, position = '1' } = error as Error & { position?: string };
    const at = line + text.slice(0, Number(position) - 1).split('\n').length - 1;
    throw new MigrationError(`${file.path}:${at}: ${message}\n${text}\n\n${remedyOf(error, file)}`, { cause: error });
  }
}

function remedyOf(error: unknown, { text }: SqlFile): string {
  if (sqlState(error) === '55P03')
    return 'Nothing of this migration was applied. End the transactions that hold the lock (docs/releases.md), and run the command again.';
  return declarationsOf(text).isOutsideTransaction
    ? 'The statements before it are applied. Correct the file and run the command again: it goes on from here.'
    : nothingApplied;
}
