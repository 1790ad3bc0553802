import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { invalid } from './problem.ts';

const ivBytes = 12;
const tagBytes = 16;

/** Turns the place where a page ended into an opaque cursor and back. */
export type Cursors = {
  seal(binding: string, position: readonly unknown[]): string;
  /** Throws 400 `cursor_invalid` for a cursor that is damaged, or made for another route, filter or actor (promise D3). */
  open(binding: string, cursor: string): unknown[];
};

/** AES-256-GCM with the binding (route, filters, actor) as authenticated data: nothing in a cursor can be read or moved. */
export function openCursors(secret: string): Cursors {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'cursor', 32));
  return {
    seal(binding, position) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(binding));
      const text = Buffer.concat([cipher.update(JSON.stringify(position)), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
    },
    open(binding, cursor) {
      try {
        const bytes = Buffer.from(cursor, 'base64url');
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
        decipher.setAAD(Buffer.from(binding)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
        return JSON.parse(`${decipher.update(bytes.subarray(ivBytes + tagBytes))}${decipher.final()}`);
      } catch {
        throw invalid('cursor', 'cursor_invalid');
      }
    },
  };
}

/**
 * A page from `limit + 1` rows in list order: the extra row only tells that there is more. `positionOf` gives the sort key of a
 * row, which the next page starts after.
 */
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
