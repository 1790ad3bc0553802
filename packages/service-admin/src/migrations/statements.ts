import { hasSqlDetails, type Node, parse } from 'libpg-query';
import { MigrationError } from './migration-error.ts';
import type { SqlFile } from './migration-files.ts';

/** `node`: as Postgres' parser reads it. `line` counts from 1. */
export type Statement = { text: string; line: number; node: Node };

/** Throws a `MigrationError` with file and line where the text is no SQL. */
export async function statementsOf({ path, text }: Pick<SqlFile, 'path' | 'text'>): Promise<Statement[]> {
  const bytes = Buffer.from(text);
  const parsed = await parse(text).catch((error: unknown) => {
    if (!hasSqlDetails(error)) throw error;
    const line = lineAt(bytes, error.sqlDetails?.cursorPosition ?? 0);
    throw new MigrationError(`${path}:${line}: ${error.message}`, { cause: error });
  });
  return (parsed.stmts ?? []).flatMap(({ stmt, stmt_location: start = 0, stmt_len: length }) => {
    if (!stmt) return [];
    const whole = bytes.subarray(start, length ? start + length : undefined).toString();
    const code = whole.replace(/^(?:\s|--[^\n]*\n)+/, '');
    return [
      {
        text: code.trimEnd(),
        line: lineAt(bytes, start + Buffer.byteLength(whole) - Buffer.byteLength(code)),
        node: stmt,
      },
    ];
  });
}

function lineAt(bytes: Buffer, offset: number): number {
  return bytes.subarray(0, offset).toString().split('\n').length;
}
