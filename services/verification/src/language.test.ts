import { expect, test } from 'vitest';
import { textIn } from './language.ts';

test('a text that was not translated is given in English', () => {
  expect(textIn('fr', { en: 'Identity' })).toBe('Identity');
});
