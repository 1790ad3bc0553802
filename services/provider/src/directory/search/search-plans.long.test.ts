import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { fillProviders } from '../../../test/fill-providers.ts';
import { startProvider } from '../../../test/service.ts';
import { rebuildListings } from '../../listing/rebuild-listings.ts';
import { type Search, searchQuery } from './search-listings.ts';

const everything = {
  category: 'trade-1',
  where: undefined,
  sort: 'freshness',
  operatingModel: undefined,
  availableBy: undefined,
  claims: [],
  freshness: undefined,
  language: undefined,
  q: undefined,
  after: undefined,
  limit: 21,
} satisfies Partial<Search>;

const corners: [number, number][] = [
  [2, 46],
  [2.2, 46],
  [2.2, 46.2],
  [2, 46.2],
  [2, 46],
];
const polygon = { type: 'Polygon' as const, coordinates: [corners] };
const near = { where: { latitude: 46.5, longitude: 2, radius: 25_000 }, sort: 'distance' } as const;
const filters: [string, Partial<Search>, RegExp][] = [
  ['a category', {}, /public_listing_by_freshness/],
  ['fresh claims', { freshness: 'fresh' }, /public_listing_by_freshness/],
  [
    'claims that end soon',
    { freshness: 'due', claims: ['identity_confirmed'] },
    /public_listing_(facets|by_freshness)/,
  ],
  ['a rare language', { language: 'eu' }, /public_listing_facets/],
  ['a rare word', { q: 'windmills' }, /public_listing_words/],
  ['a model and a claim', { operatingModel: 'remote', claims: ['identity_confirmed'] }, /public_listing_/],
  ['a window', { availableBy: new Date() }, /public_listing_/],
  ['a place', near, /public_listing_by_distance/],
  [
    'a place, a language and a window',
    { ...near, language: 'fr', availableBy: new Date() },
    /public_listing_by_distance/,
  ],
  ['a place and a rare word', { ...near, q: 'windmills' }, /public_listing_(words|by_distance)/],
  ['an area', { where: { polygon }, sort: 'distance' }, /public_listing_by_distance/],
  ['an area by freshness', { where: { polygon } }, /public_listing_by_(distance|freshness)/],
  ['a second page', { ...near, after: [1000, '00000000-0000-8000-8000-000000000000'] }, /public_listing_by_distance/],
];

test('every filter of a search among 10 000 providers uses an index', async () => {
  await using service = await startProvider();
  const owner = new pg.Client(service.ownerUrl);
  await owner.connect();
  await fillProviders(owner, { to: 10_000 });
  for await (const _ of rebuildListings(service.db, undefined, 1000));
  await owner.query('analyze');
  await owner.end();
  const plans: Record<string, string> = {};
  for (const [name, filter] of filters) {
    const search = { ...everything, at: new Date(), ...filter };
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${searchQuery(search)}`.execute(service.db);
    plans[name] = rows.map((row) => row['QUERY PLAN']).join('\n');
  }
  for (const [name, , index] of filters) {
    expect(plans[name], name).toMatch(index);
    expect(plans[name], name).not.toMatch(
      /Seq Scan on (public_listing|provider|service_selection|availability|claim)\b/,
    );
  }
}, 120_000);
