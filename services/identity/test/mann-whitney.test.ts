import { expect, test } from 'vitest';
import { mannWhitney } from './mann-whitney.ts';

const upTo = (n: number, shift = 0) => Array.from({ length: n }, (_, index) => index + 1 + shift);

test('returns 1 for equal samples and a small p for shifted ones', () => {
  expect(mannWhitney({ a: upTo(200), b: upTo(200) })).toBeCloseTo(1, 5);
  // U is 162 of 400 here: z 1.02787, p 0.30401 by hand.
  expect(mannWhitney({ a: upTo(20), b: upTo(20, 2) })).toBeCloseTo(0.304, 2);
  expect(mannWhitney({ a: upTo(200), b: upTo(200, 40) })).toBeLessThan(1e-5);
  expect(mannWhitney({ a: [1, 1, 1], b: [1, 1, 1] })).toBe(1);
});
