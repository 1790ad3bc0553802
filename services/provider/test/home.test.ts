import { expect, test } from 'vitest';
import { attackHomes } from './home-attack.ts';
import { pOfLess } from './home-estimates.ts';
import { startProvider } from './service.ts';

test('T6 what is public tells no more of a home than its cell: 200 providers, 3 areas of each', async () => {
  await using service = await startProvider();
  const found = await attackHomes(service, { providers: 200, changes: 3, seed: 1 });
  expect(Object.entries(found).filter(([, p]) => p <= 0.01)).toEqual([]);
  expect(Object.keys(found)).toHaveLength(8);
});

test('T6 the two-sample test detects guesses that are slightly closer', () => {
  const upTo = (n: number, by = 1) => Array.from({ length: n }, (_, index) => index * by);
  expect(pOfLess(upTo(300), upTo(300))).toBe(1);
  expect(pOfLess(upTo(300, 1.2), upTo(300))).toBe(1);
  expect(pOfLess(upTo(300, 0.8), upTo(300))).toBeLessThan(0.01);
});
