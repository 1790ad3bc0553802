import { Problem } from '@trust/service-kit/problems/problem';
import { expect, test } from 'vitest';
import { normaliseIdentifier } from './identifier.ts';

test.each([
  ['spaces', '+32 470 12 34 56'],
  ['punctuation between the digits', '+32 (0)470-12.34/56'],
  ['00 for the plus', '0032 470 12 34 56'],
  ['digits of another script', '+٣٢٤٧٠١٢٣٤٥٦'],
  ['full-width plus and digits', '＋３２ ４７０ １２ ３４ ５６'],
])('normalises a number with %s to E.164', (_name, typed) => {
  expect(normaliseIdentifier('sms', typed)).toBe('+32470123456');
});

test('accepts a number without a country code only with a home country', () => {
  for (const typed of ['0470 12 34 56', '470123456'])
    expect(normaliseIdentifier('sms', typed, { home: 'BE' })).toBe('+32470123456');
  expect(() => normaliseIdentifier('sms', '0470 12 34 56')).toThrow(Problem);
});

test.each([
  'call +32 470 12 34 56',
  '+32 470 12 34 56 ext. 5',
  '+32 470',
  '+32 470 12 34 56 78 90',
  '+999 12345678',
  '++32470123456',
  'name@example.org',
])('rejects the number %s', (typed) => {
  expect(() => normaliseIdentifier('sms', typed, { home: 'BE' })).toThrow(Problem);
});

test.each([
  [' Name@Example.ORG ', 'name@example.org'],
  ['NAME+Tag@example.org', 'name+tag@example.org'],
  ['anna@MÜNCHEN.example', 'anna@xn--mnchen-3ya.example'],
  ['anna@mu\u0308nchen.example', 'anna@xn--mnchen-3ya.example'],
  ['post@пример.рф', 'post@xn--e1afmkfd.xn--p1ai'],
  ["o'brien@mail.example", "o'brien@mail.example"],
])('normalises the address %s to %s', (typed, address) => {
  expect(normaliseIdentifier('email', typed)).toBe(address);
});

test.each([
  'name@',
  '@example.org',
  'name',
  'name@host',
  'name@127.0.0.1',
  'name@127.1',
  'name@[127.0.0.1]',
  'name@example.org:25',
  'name@example.org/x',
  'name@%65xample.org',
  'name@exa mple.org',
  'name@-example.org',
  'name@example..org',
  'name@example.org.',
  'na me@example.org',
  'a@b@example.org',
  // A long s: its upper case is an ASCII S.
  'mi\u017Fs@example.org',
  'é@example.org',
  `${'a'.repeat(65)}@example.org`,
  `a@${'b.'.repeat(130)}org`,
])('rejects the address %s', (typed) => {
  expect(() => normaliseIdentifier('email', typed)).toThrow(Problem);
});
