import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

async function keysOf(kind: 'name' | 'website', ...texts: string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select ${sql.ref(`provider_${kind}_key`)}(text) as key from unnest(${texts}::text[]) with ordinality as t (text, place) order by place`.execute(
    service.db,
  );
  return rows.map(({ key }) => key);
}

const words = fc.array(
  fc.constantFrom(
    ...'Électricité Plomberie Générale Dupré Volta Straße Müller Cœur Søren Łódź Bäcker Niño 水道屋 Ампер 24'.split(
      ' ',
    ),
  ),
  { minLength: 1, maxLength: 4 },
);
const forms = [
  'SARL',
  'S.A.R.L.',
  'S. A. R. L',
  '(SAS)',
  'SASU',
  'E.I.',
  'Ltd.',
  'Limited',
  'GmbH',
  'G.m.b.H.',
  'GmbH & Co. KG',
  'SA',
  'S.p.A.',
  'Sp. z o.o.',
];
const plain = (text: string) => text.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '');
const ways: ((text: string) => string)[] = [
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.normalize('NFD'),
  plain,
  (text) => text.replaceAll('ü', 'ue').replaceAll('ä', 'ae').replaceAll('ß', 'ss').replaceAll('œ', 'oe'),
  (text) => text.replaceAll(' ', '-'),
  (text) => `  ${text.replaceAll(' ', ' \u00a0 ')}.`,
  (text) => text.replace(' ', ' & '),
  (text) => text.replace(' ', ' et '),
  (text) => [...text].join('\u200b'),
  // Homoglyphs: Cyrillic, Greek and full-width letters, and a digit.
  (text) => text.replaceAll('o', 'о').replaceAll('e', 'е'),
  (text) => text.replaceAll('a', 'α').replace('P', 'Ρ'),
  (text) => text.replace('V', 'Ｖ').replaceAll('o', '0').replaceAll('l', 'I'),
];

test('name keys ignore spelling variants and legal forms', () =>
  fc.assert(
    fc.asyncProperty(
      words,
      fc.constantFrom(...ways),
      fc.constantFrom(...ways),
      fc.constantFrom('', ...forms),
      async (base, way, another, form) => {
        const name = base.join(' ');
        const written = `${another(way(name))} ${form}`;
        const [one, same] = await keysOf('name', name, written);
        expect(same, written).toBe(one);
      },
    ),
    { numRuns: 400 },
  ));

test('name keys differ by an additional word', () =>
  fc.assert(
    fc.asyncProperty(words, fc.nat(4), fc.constantFrom('Nord', 'Zoo', 'Bis', '2'), async (base, place, word) => {
      const [one, more] = await keysOf('name', base.join(' '), base.toSpliced(place, 0, word).join(' '));
      expect(more).not.toBe(one);
    }),
    { numRuns: 100 },
  ));

test.each([
  ['SAS', 'S.A.S.', true],
  ['SAS', 'Ltd', false],
  ['Co', 'AG', false],
  ['SARL Dupré', 'Dupré S.A.R.L.', true],
  ['EI Jean Martin', 'Jean Martin', true],
  ['AB Plomberie', 'AS Plomberie', false],
  ['J. R. Martin', 'JR Martin', true],
  ['Plomberie Et.', 'Plomberie', true],
  ['Magic Zoo', 'Magic', false],
  ['VoIta', 'Volta', true],
])('%s and %s: the same name is %s', async (one, other, same) => {
  const [first, second] = await keysOf('name', one, other);
  expect(first === second).toBe(same);
});

const page = fc.tuple(
  fc.constantFrom('dupre.example', 'atelier.dupre.example', 'facebook.com', 'sites.example:8080', 'www.com'),
  fc.constantFrom('', '/accueil', '/pages/dupre', '/profile.php?id=100'),
);
const links: ((url: string) => string)[] = [
  (url) => url.replace('https:', 'http:'),
  (url) => url.replace('://', '://www.'),
  (url) => url.replace('://', '://WWW2.'),
  (url) => url.replace('://', '://m.'),
  (url) => url.replace('facebook.com', 'fr-fr.facebook.com'),
  (url) => url.replace(/(example|com)(?=\/|$)/, '$1:443'),
  (url) => url.replace(/(example|com)(?=\/|$)/, '$1.'),
  (url) => url.toUpperCase(),
  (url) => `${url}#top`,
  (url) => `${url}${url.includes('?') ? '&' : '?'}utm_source=card`,
  (url) => (url.includes('?') ? url : `${url}/`),
  (url) => (/[?]|html$/.test(url) ? url : `${url}//index.html`),
  (url) => url.replace('?id=', '?ref=x&id='),
];

test('website keys ignore variants of a link and keep the path', () =>
  fc.assert(
    fc.asyncProperty(
      page,
      page,
      fc.constantFrom(...links),
      fc.constantFrom(...links),
      async (one, two, way, another) => {
        const [url, elsewhere] = [one, two].map((parts) => `https://${parts.join('')}`) as [string, string];
        const written = another(way(url));
        const [key, same, other] = await keysOf('website', url, written, elsewhere);
        expect(same, written).toBe(key);
        expect(other === key).toBe(elsewhere === url);
      },
    ),
    { numRuns: 300 },
  ));
