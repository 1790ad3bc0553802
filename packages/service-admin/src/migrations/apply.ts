import { sqlState } from '@trust/service-kit/database/sql-error';
import type { Node } from 'libpg-query';
import { createIndexConcurrently, dropIndexConcurrently } from './concurrent-indexes.ts';
import { declarationsOf, forms } from './declarations.ts';
import { MigrationError } from './migration-error.ts';
import type { SqlFile } from './migration-files.ts';
import { inTransaction, type Session, untilUnblocked } from './session.ts';
import { type Statement, statementsOf } from './statements.ts';

const lockAttempts = 60;

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
  const isOutside = declarationsOf(file.text).isOutsideTransaction;
  if (isOutside) await applyOutside(session, file, statements);
  const apply = async () => {
    if (!isOutside) for (const statement of statements) await run(session, file, statement);
    await record();
  };
  await untilUnblocked(
    () => inTransaction(session, apply),
    lockAttempts,
    (attempt) =>
      session.report(
        `${file.name}: another session holds a lock that it needs. Attempt ${attempt + 1} of ${lockAttempts} follows.`,
      ),
  ).catch((error: Error) => {
    if (error instanceof MigrationError) throw error;
    throw new MigrationError(`${file.path}: ${error.message}\n\n${nothingApplied}`, { cause: error });
  });
}

const nothingApplied = 'Nothing of this migration was applied. Correct the file and run the command again.';

const repeatable = new Set(['VacuumStmt', 'ReindexStmt', 'AlterEnumStmt']);

/** Throws before the first statement runs: nothing undoes the ones before a wrong one. */
function refuseUnrepeatable({ path }: SqlFile, statements: readonly Statement[]): void {
  for (const { node, line, text } of statements)
    if (!indexOf(node) && !repeatable.has(Object.keys(node)[0] ?? ''))
      throw new MigrationError(
        `${path}:${line}: this statement cannot run twice, as it would after a crash.\n${text}\n\n` +
          `Move it to a migration without \`${forms.outside}\`. Named indexes that are made or dropped concurrently, \`reindex\`, \`vacuum\`, \`analyze\` and values of an enum may stay.`,
      );
}

/** A crash leaves the migration unrecorded, so it runs again from its first statement. A valid index is kept, and an unfinished one is made again. */
async function applyOutside(session: Session, file: SqlFile, statements: readonly Statement[]): Promise<void> {
  refuseUnrepeatable(file, statements);
  await session.client.query('set lock_timeout = 0');
  for (const statement of statements) {
    const index = indexOf(statement.node);
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
