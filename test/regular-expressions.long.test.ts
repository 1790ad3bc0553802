import { expect, test } from 'vitest';
import { patterns } from './regular-expressions.ts';

test('I4 each regular expression takes at most forty times as long for ten times the text', () => {
  const msOf = (pattern: RegExp, text: string) => {
    const started = performance.now();
    pattern.lastIndex = 0;
    pattern.test(text);
    return performance.now() - started;
  };
  const slow = patterns.filter(([, { source, flags }]) => {
    const pattern = new RegExp(source, flags);
    return hostilePieces(source).some((piece) => {
      const text = (length: number) => `${piece.repeat(length / piece.length)}\u0000`;
      // The machine's other work only adds time.
      const least = (length: number, times: number) =>
        Math.min(...Array.from({ length: times }, () => msOf(pattern, text(length))));
      // Quadratic time would be a hundred times as long. Below 0.1 ms the clock is too coarse.
      const isSlow = (times: number) => least(100_000, times) > 40 * Math.max(least(10_000, times), 0.1);
      return isSlow(3) && isSlow(30);
    });
  });
  expect(slow.map(([name, { where }]) => `${where}: ${name}`)).toEqual([]);
});

function hostilePieces(source: string): string[] {
  const literal = source.replace(/\\[bdswDSW]|\\p\{\w+\}|[()[\]{}?*+|^$\\]/g, '');
  return [...new Set([...literal].slice(0, 12)), 'a', '0', ' ', 'a0', '.', 'a.', literal].filter(Boolean);
}
