import { expect, test } from 'vitest';
import { allowedBreaks, reviewed } from './allowed-breaks.ts';

const allowed = [{ break: 'GET /a was removed', reason: 'b replaces a.' }];

test('a break needs an entry with the whole line, or with what is before a colon in it', () => {
  expect(reviewed(['GET /a was removed', 'GET /a was removed: x', 'GET /a was removed too'], allowed)).toEqual([
    { line: 'GET /a was removed', reason: 'b replaces a.' },
    { line: 'GET /a was removed: x', reason: 'b replaces a.' },
    { line: 'GET /a was removed too', reason: undefined },
  ]);
});

test('every allowed break has one sentence as its reason', () => {
  expect(allowedBreaks().filter(({ reason }) => !/^[A-Z][^.]*(\.\d[^.]*)*\.$/.test(reason))).toEqual([]);
});
