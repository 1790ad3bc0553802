import { expect, test } from 'vitest';
import { isSameSecret } from './secret.ts';

test('only the same secret matches', () => {
  expect(isSameSecret('s3cret', 's3cret')).toBe(true);
  for (const other of [undefined, '', 's3cre', 's3cret ', 'S3cret', 's3creT'])
    expect(isSameSecret(other, 's3cret')).toBe(false);
});
