import { expect, test } from 'vitest';
import { startWebsite } from '../../../test/website.ts';

const hostile = `"><script>alert('1')</script><img src=x onerror=alert(1)>`;
const text = { en: hostile, fr: hostile };
const ring = [
  [4, 45],
  [5, 45],
  [5, 46],
  [4, 45],
];
const listing = {
  publicProviderId: 'volta',
  displayName: hostile,
  kind: 'organisation',
  operatingModel: 'travels',
  serviceArea: { type: 'Polygon', coordinates: [ring] },
  claims: [
    { claimId: 'c', statement: text, validUntil: '2027-01-01T00:00:00Z', freshness: 'due', limitations: [text] },
  ],
  media: [{ alt: hostile, sizes: [{ url: 'https://trust.test/api/v1/public/media/a.webp', width: 320, height: 200 }] }],
  actions: { enquiry: { method: 'POST', href: 'https://trust.test/api/v1/enquiries', isOpen: true } },
};
const place = { id: 'AroQ7ABJ9HY', fullName: hostile, name: hostile, latitude: 45.5, longitude: 4.5 };
const other = { ...place, id: 'AroQ7ABJ9HA', fullName: 'Lyon, Ontario' };

const asked: URL[] = [];
let statusOfSearch = 200;
let places = [place, other];

const start = () =>
  startWebsite((request, response) => {
    const url = new URL(request.url ?? '', 'http://provider');
    asked.push(url);
    const body = url.pathname.endsWith('/categories')
      ? { items: [{ key: 'plumber', label: { en: 'Plumber', fr: 'Plombier' } }], nextCursor: null }
      : url.pathname.endsWith('/suggest')
        ? { items: places, attribution: 'GeoNames' }
        : { items: [listing], nextCursor: 'next' };
    response.statusCode = url.pathname.endsWith('/search') ? statusOfSearch : 200;
    response.end(JSON.stringify(body));
  });

test('`/search` has a form, finds the town, lists providers and draws their areas, in both languages', async () => {
  await using website = await start();
  const get = (path: string, language = 'en') =>
    fetch(website.url + path, { headers: { accept: 'text/html', 'accept-language': language } });
  const form = await (await get('/search')).text();
  expect(form).toContain('<option value="plumber">Plumber</option>');
  expect(asked.map(({ pathname }) => pathname)).toEqual(['/api/v1/public/categories']);

  asked.length = 0;
  const answer = await get(
    '/search?category=plumber&place=lyon&radiusKm=10&sort=distance&available=today&language=&lang=fr',
  );
  const page = await answer.text();
  const [, suggest, search] = asked.sort((a, b) => a.pathname.length - b.pathname.length);
  expect([suggest?.pathname, search?.pathname].sort()).toEqual([
    '/api/v1/location/places/suggest',
    '/api/v1/public/providers/search',
  ]);
  const sent = asked.find(({ pathname }) => pathname.endsWith('/search'))?.searchParams;
  expect(Object.fromEntries(sent ?? [])).toMatchObject({
    category: 'plumber',
    placeId: 'AroQ7ABJ9HY',
    radiusKm: '10',
    sort: 'distance',
  });
  expect(sent?.has('language')).toBe(false);
  for (const part of [
    '<option value="plumber" selected>Plombier</option>',
    'value="10" selected',
    '<option value="">25 km</option>',
    'value="today" checked',
    'bientôt échue',
    '<img src="/api/v1/public/media/a.webp"',
    'Accepte les demandes',
  ])
    expect(page).toContain(part);
  expect(page).toMatch(/<path class="area" d="M[\d. L-]+Z">/);
  expect(page).toMatch(/href="\/search\?category=plumber[^"]*placeId=AroQ7ABJ9HA[^"]*">Lyon, Ontario/);
  expect(page).toMatch(/rel="next" href="\/search\?[^"]*cursor=next&amp;lang=fr"/);
  expect(answer.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; img-src data: 'self';/,
  );
});

test('`/search` sends the API what it got, so that the API refuses what it refuses', async () => {
  await using website = await start();
  const sentFor = async (query: string) => {
    asked.length = 0;
    await fetch(`${website.url}/search?category=plumber&${query}`, { headers: { accept: 'text/html' } });
    return asked.find(({ pathname }) => pathname.endsWith('/search'))?.searchParams.toString();
  };
  const always = 'category=plumber&limit=20';
  expect(await sentFor('place=&radiusKm=&sort=&q=&lang=en&fbclid=x')).toBe(always);
  for (const query of [
    'radiusKm=25',
    'sort=distance',
    'claim=',
    'claim=a&claim=b',
    'freshness=old',
    'q=x',
    'latitude=9',
  ])
    expect((await sentFor(query))?.split('&').sort()).toEqual(`${always}&${query}`.split('&').sort());
});

test('`/search` refuses a value of its own that its form cannot send', async () => {
  await using website = await start();
  for (const query of ['available=never', 'category=a&category=b']) {
    const answer = await fetch(`${website.url}/search?${query}`, { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(400);
  }
});

test('`/search` escapes what providers and places are called, and has no script', async () => {
  await using website = await start();
  const query = new URLSearchParams({ category: hostile, place: hostile, q: hostile });
  const page = await (await fetch(`${website.url}/search?${query}`)).text();
  expect(page).not.toMatch(/<script>|<img src=x|onerror=alert\(1\)>/);
  expect(page.match(/<script[^>]*>/g)).toEqual(['<script type="application/ld+json">']);
});

test('pages for customers explain an unknown town, a rejected value, a limit and an unavailable service', async () => {
  await using website = await start();
  const get = (path: string) => fetch(website.url + path, { headers: { accept: 'text/html' } });
  places = [];
  asked.length = 0;
  expect(await (await get('/search?category=plumber&place=nowhere')).text()).toContain('No town of this name');
  expect(asked.some(({ pathname }) => pathname.endsWith('/providers/search'))).toBe(false);
  for (const [status, title, retryAfter] of [
    [400, 'This search is not possible', null],
    [429, 'Too many requests', '60'],
    [503, 'Not available at the moment', '1'],
  ] as const) {
    statusOfSearch = status;
    const answer = await get('/search?category=plumber');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retryAfter]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toContain(`<h1>${title}</h1>`);
  }
  statusOfSearch = 200;
  places = [place, other];
});
