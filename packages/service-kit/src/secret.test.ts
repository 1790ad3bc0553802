import { expect, test } from 'vitest';
import { isSecret } from './secret.ts';

test('a secret is only itself: not absent, empty, longer, shorter or in another case', () => {
  expect(isSecret('s3cret', 's3cret')).toBe(true);
  for (const other of [undefined, '', 's3cre', 's3cret ', 'S3cret', 's3creT'])
    expect(isSecret(other, 's3cret')).toBe(false);
});
