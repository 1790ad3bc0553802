import { expect, test } from 'vitest';
import { languageOf, textIn } from './language.ts';

test.each([
  [undefined, 'en'],
  ['*', 'en'],
  ['fr', 'fr'],
  ['fr-BE, en;q=0.8', 'fr'],
  ['de, en;q=0.4, fr;q=0.9', 'fr'],
  ['fr;q=0, en;q=0.1', 'en'],
])('Accept-Language %s is answered in %s', (header, language) => {
  expect(languageOf(header)).toBe(language);
});

test('a text that was not translated is given in English', () => {
  expect(textIn('fr', { en: 'Identity' })).toBe('Identity');
});
