import { expect, test } from 'vitest';
import type { PageWindow } from '../database/page-window.ts';
import { findPage, openCursors, pageOf, pageOfAll } from './cursor.ts';

const cursors = openCursors('a secret that is only for tests, long enough');

test('a cursor contains its position', () => {
  expect(cursors.open('list', cursors.seal('list', ['2026-01-01', 7]))).toEqual(['2026-01-01', 7]);
});

test('D3 a cursor is opaque and bound: another list, another secret, any damage is 400 cursor_invalid', () => {
  const cursor = cursors.seal('list of one', ['private']);
  expect(Buffer.from(cursor, 'base64url').includes('private')).toBe(false);
  const flipped = Buffer.from(cursor, 'base64url').map((byte, index) => (index === 30 ? byte ^ 1 : byte));
  const attempts: [string, string][] = [
    ['list of another', cursor],
    ['list of one', Buffer.from(flipped).toString('base64url')],
    ['list of one', cursor.slice(0, 20)],
    ['list of one', 'x'.repeat(10_000)],
    ['list of one', ''],
    ['list of one', openCursors('another secret, that is also long enough').seal('list of one', [1])],
  ];
  for (const [binding, text] of attempts) {
    expect(() => cursors.open(binding, text)).toThrow(
      expect.objectContaining({ extras: { errors: [{ field: 'cursor', code: 'cursor_invalid' }] } }),
    );
  }
});

test('SC4 during a rotation every replica opens the cursors of every other, afterwards none of the old', () => {
  const [before, beginning] = [openCursors('old'), openCursors(['old', 'new'])];
  const [ending, after] = [openCursors(['new', 'old']), openCursors('new')];
  for (const [replica, other] of [
    [before, beginning],
    [beginning, ending],
    [ending, after],
  ] as const) {
    expect(replica.open('list', other.seal('list', [7]))).toEqual([7]);
    expect(other.open('list', replica.seal('list', [7]))).toEqual([7]);
  }
  expect(() => after.open('list', before.seal('list', [7]))).toThrow();
});

test('a page has a cursor only if more rows exist', () => {
  const options = {
    limit: 2,
    cursors,
    binding: 'list',
    positionOf: (row: number) => [row],
    item: (row: number) => ({ row }),
  };
  const page = pageOf([1, 2, 3], options);
  expect(page.items).toEqual([{ row: 1 }, { row: 2 }]);
  expect(cursors.open('list', page.nextCursor ?? '')).toEqual([2]);
  expect(pageOf([1, 2], options).nextCursor).toBeNull();
  expect(pageOf([], options)).toEqual({ items: [], nextCursor: null });
});

test('the next page starts after the last row of the one before', async () => {
  const windows: unknown[] = [];
  const pageAfter = (cursor: string | undefined) =>
    findPage(
      { query: { limit: 2, cursor }, request: { binding: 'list' } },
      cursors,
      async (window: PageWindow<readonly [number]>) => {
        windows.push(window);
        return [1, 2, 3].filter((row) => row > (window.after?.[0] ?? 0)).slice(0, window.limit);
      },
      { positionOf: (row) => [row], item: (row) => ({ row }) },
    );
  const first = await pageAfter(undefined);
  expect(first.items).toEqual([{ row: 1 }, { row: 2 }]);
  expect(await pageAfter(first.nextCursor ?? '')).toEqual({ items: [{ row: 3 }], nextCursor: null });
  expect(windows).toEqual([
    { after: undefined, limit: 3 },
    { after: [2], limit: 3 },
  ]);
});

test('a short list is paged by key, and skips nothing if the last item of a page is gone', () => {
  const read = (all: string[], cursor?: string) =>
    pageOfAll({ query: { limit: 2, cursor }, request: { binding: 'short' } }, cursors, all, (key) => key);
  const first = read(['a', 'b', 'c', 'd', 'e']);
  expect(first.items).toEqual(['a', 'b']);
  const next = first.nextCursor ?? '';
  expect(read(['a', 'b', 'c', 'd', 'e'], next)).toMatchObject({ items: ['c', 'd'], nextCursor: expect.any(String) });
  expect(read(['0', 'a', 'b', 'c'], next)).toEqual({ items: ['c'], nextCursor: null });
  expect(read(['a', 'c', 'd'], next)).toEqual({ items: ['c', 'd'], nextCursor: null });
  expect(read([], next)).toEqual({ items: [], nextCursor: null });
});
