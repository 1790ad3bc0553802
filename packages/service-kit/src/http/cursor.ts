import type { PageWindow, TimeAndId } from '../database/page-window.ts';
import { invalid } from '../problems/problem.ts';
import { seal, sealingKeys, unsealWithAny } from '../sealing/seal.ts';
import type { Secret } from '../sealing/secret.ts';

export type Cursors = {
  seal(binding: string, position: readonly unknown[]): string;
  /** Throws 400 if damaged or made for another route, filter or actor (promise D3). */
  open(binding: string, cursor: string): unknown[];
};

export function openCursors(secret: Secret): Cursors {
  const keys = sealingKeys(secret, 'cursor');
  return {
    seal: (binding, position) => seal(keys[0], JSON.stringify(position), binding).toString('base64url'),
    open(binding, cursor) {
      try {
        return JSON.parse(unsealWithAny(keys, Buffer.from(cursor, 'base64url'), binding).toString());
      } catch {
        throw invalid('cursor', 'cursor_invalid');
      }
    },
  };
}

export type ListRequest = { query: { limit: number; cursor?: string | undefined }; request: { binding: string } };

/** One page of a list. A `find` in another order than that of `TimeAndId` names the type of its window. */
export async function findPage<Row, Item, Position extends readonly [] | readonly (string | number)[] = TimeAndId>(
  { query: { limit, cursor }, request: { binding } }: ListRequest,
  cursors: Cursors,
  find: (window: PageWindow<Position>) => Promise<readonly Row[]>,
  options: { positionOf: (row: Row) => Position; item: (row: Row) => Item },
): Promise<{ items: Item[]; nextCursor: string | null }> {
  // Sealed from the `positionOf` of the same route.
  const after = cursor === undefined ? undefined : (cursors.open(binding, cursor) as unknown as Position);
  const rows = await find({ after, limit: limit + 1 });
  return pageOf(rows, { limit, cursors, binding, ...options });
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

/** One page of a list that is short and in memory. `keyOf` names an item within it. */
export function pageOfAll<Item>(
  { query: { limit, cursor }, request: { binding } }: ListRequest,
  cursors: Cursors,
  all: readonly Item[],
  keyOf: (item: Item) => string,
): { items: Item[]; nextCursor: string | null } {
  const after = cursor === undefined ? undefined : (cursors.open(binding, cursor) as [key: string, place: number]);
  const last = all.findIndex((item) => keyOf(item) === after?.[0]);
  // The item may be gone meanwhile: then the next one is in its place.
  const from = after && last < 0 ? after[1] : last + 1;
  return pageOf(all.slice(from, from + limit + 1), {
    limit,
    cursors,
    binding,
    positionOf: (item) => [keyOf(item), all.indexOf(item)],
    item: (item) => item,
  });
}
