import { expect, test } from 'vitest';
import { mannWhitney, ratioOfMedians } from './mann-whitney.ts';

const upTo = (n: number, shift = 0) => Array.from({ length: n }, (_, index) => index + 1 + shift);

test('equal samples differ by chance alone, and moved ones do not', () => {
  expect(mannWhitney({ a: upTo(200), b: upTo(200) })).toBeCloseTo(1, 5);
  // U is 162 of 400 here: z 1.02787, p 0.30401 by hand.
  expect(mannWhitney({ a: upTo(20), b: upTo(20, 2) })).toBeCloseTo(0.304, 2);
  expect(mannWhitney({ a: upTo(200), b: upTo(200, 40) })).toBeLessThan(1e-5);
  expect(mannWhitney({ a: [1, 1, 1], b: [1, 1, 1] })).toBe(1);
  expect(ratioOfMedians({ a: [1, 3, 2], b: [4, 4, 5] })).toBe(0.5);
});
