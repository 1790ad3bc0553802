import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Spelling, spellingsOfBytes, spellingsOfDegree, spellingsOfText, spellingsOfUuid } from './spellings.ts';
import { TextFinder } from './text-finder.ts';

const isFound = (spellings: Spelling[], text: string | Buffer) => {
  const finder = new TextFinder<string>();
  for (const spelling of spellings) finder.add('it', spelling);
  return [...finder.in(Buffer.from(text))].length > 0;
};

test('finds a text plain, in a URL, in hexadecimal and in Base64 at every offset', () => {
  const value = `canary ${randomUUID()}`;
  const spellings = spellingsOfText(value);
  expect(isFound(spellings, `x${value}y`)).toBe(true);
  expect(isFound(spellings, `?q=${encodeURIComponent(value)}`)).toBe(true);
  expect(isFound(spellings, Buffer.from(value).toString('hex'))).toBe(true);
  for (const before of ['', '{', '{"', '{"a":"'])
    for (const encoding of ['base64', 'base64url'] as const)
      expect(isFound(spellings, Buffer.from(`${before}${value}"}`).toString(encoding))).toBe(true);
  expect(isFound(spellings, `canary ${randomUUID()}`)).toBe(false);
});

test('finds an id and a hash as bytes within other bytes', () => {
  const [uuid, hash] = [randomUUID(), randomBytes(32)];
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex');
  for (let length = 0; length < 5; length++) {
    const around = (inner: Buffer) => Buffer.concat([randomBytes(length), inner, randomBytes(3)]);
    expect(isFound(spellingsOfUuid(uuid), around(bytes).toString('base64'))).toBe(true);
    expect(isFound(spellingsOfBytes(hash), around(hash).toString('base64url'))).toBe(true);
    expect(isFound(spellingsOfBytes(hash), around(hash).toString('hex').toUpperCase())).toBe(true);
  }
});

test('finds a coordinate rounded to 5, 4 and 3 decimals, cut, in WKT and WKB, but not in another number', () => {
  const degree = 46.3947261;
  const spellings = spellingsOfDegree(degree);
  for (const text of ['46.3947261', '46.39473', '46.3947', '46.395', '46.394', '[15.5,46.39]46.39472'])
    expect(isFound(spellings, text)).toBe(true);
  expect(isFound(spellings, 'POINT(15.5 46.3947261)')).toBe(true);
  const wkb = Buffer.alloc(21);
  wkb.writeDoubleLE(degree, 13);
  expect(isFound(spellings, wkb.toString('hex'))).toBe(true);
  expect(isFound(spellings, wkb.toString('base64'))).toBe(true);
  for (const text of ['146.3947', '46.39', '46.396', '1.46.3947']) expect(isFound(spellings, text)).toBe(false);
});
