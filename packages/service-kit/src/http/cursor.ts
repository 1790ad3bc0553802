import { seal, sealingKey, unseal } from '../seal.ts';
import { invalid } from './problem.ts';

export type Cursors = {
  seal(binding: string, position: readonly unknown[]): string;
  /** Throws 400 if damaged or made for another route, filter or actor (promise D3). */
  open(binding: string, cursor: string): unknown[];
};

export function openCursors(secret: string): Cursors {
  const key = sealingKey(secret, 'cursor');
  return {
    seal: (binding, position) => seal(key, JSON.stringify(position), binding).toString('base64url'),
    open(binding, cursor) {
      try {
        return JSON.parse(unseal(key, Buffer.from(cursor, 'base64url'), binding).toString());
      } catch {
        throw invalid('cursor', 'cursor_invalid');
      }
    },
  };
}

/** Takes `limit + 1` rows: the extra one shows that there are more. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  options: {
    limit: number;
    cursors: Cursors;
    binding: string;
    positionOf: (row: Row) => readonly unknown[];
    item: (row: Row) => Item;
  },
): { items: Item[]; nextCursor: string | null } {
  const page = rows.slice(0, options.limit);
  const last = page.at(-1);
  const more = rows.length > options.limit && last !== undefined;
  return {
    items: page.map(options.item),
    nextCursor: more ? options.cursors.seal(options.binding, options.positionOf(last)) : null,
  };
}
