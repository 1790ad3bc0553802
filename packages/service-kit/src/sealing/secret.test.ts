import { expect, test } from 'vitest';
import { isSameSecret, secretOf } from './secret.ts';

test('only the same secret matches', () => {
  expect(isSameSecret('s3cret', 's3cret')).toBe(true);
  for (const other of [undefined, '', 's3cre', 's3cret ', 'S3cret', 's3creT'])
    expect(isSameSecret(other, 's3cret')).toBe(false);
});

test('SC4 during a rotation two secrets match, before and after it one', () => {
  const during = secretOf('of today', 'of tomorrow');
  expect(['of today', 'of tomorrow', 'of yesterday', ''].map((one) => isSameSecret(one, during))).toEqual([
    ...[true, true],
    ...[false, false],
  ]);
  expect(isSameSecret('of tomorrow', secretOf('of today', undefined))).toBe(false);
});
