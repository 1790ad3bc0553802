import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { beginHistory, followedClock, moveClock, readClock } from './clock.ts';

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

function emptyFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'history-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

test('a history goes forward and ends at the present, without a file', () => {
  using folder = emptyFolder();
  const { path } = folder;
  beginHistory(path, daysAgo(365));
  expect(readClock(path)?.getTime()).toBeLessThan(daysAgo(364).getTime());
  moveClock(path, daysAgo(10));
  expect(() => moveClock(path, daysAgo(11))).toThrow('cannot go back');
  moveClock(path, daysAgo(-1));
  expect([readClock(path), followedClock(path)]).toEqual([undefined, undefined]);
  expect(() => moveClock(path, daysAgo(10))).toThrow('lives at the present');
});

test('a platform with data has no past to begin in', () => {
  using folder = emptyFolder();
  mkdirSync(join(folder.path, 'postgres'));
  expect(() => beginHistory(folder.path, daysAgo(365))).toThrow('begins on an empty platform');
});
