import type { z } from 'zod';
import type { Report } from './schema.ts';

/** RFC 4180, line by line. A suppressed count is an empty cell. */
export function* csvOf({ columns, rows }: Pick<z.input<typeof Report>, 'columns' | 'rows'>): Generator<string> {
  yield lineOf(['key', ...columns]);
  for (const { key, cells } of rows) yield lineOf([key, ...cells.map((cell) => (cell === null ? '' : String(cell)))]);
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

/** The quote keeps a spreadsheet from reading the text as a formula. */
function quoted(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
