import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startWebsite } from '../../../test/website.ts';

const claimId = '019a4909-3ae8-7b17-8c5e-92d06f4ab1e3';
const card = {
  claimId,
  type: 'liability_insurance',
  categoryKey: 'electrician',
  statement: { en: 'A <b>liability</b> insurance was in force.', fr: 'Une assurance était en vigueur.' },
  method: 'document_review',
  sourceKind: 'insurer_document',
  checkedOn: '2026-11-03',
  validUntil: '2027-11-03T09:30:00.000Z',
  freshness: 'fresh',
  limitations: [{ en: 'Does not cover gas.', fr: 'Ne couvre pas le gaz.' }],
  policyVersion: '2026-11',
  notVerified: [{ key: 'trade-qualification', label: { en: 'Qualification', fr: 'Qualification française' } }],
};
const provider = {
  publicProviderId: 'volta',
  displayName: 'Volta <script>',
  kind: 'organisation',
  operatingModel: 'travels',
  serviceArea: {
    type: 'Polygon',
    coordinates: [
      [
        [4, 45],
        [5, 45],
        [5, 46],
        [4, 45],
      ],
    ],
  },
  selfAsserted: { summary: 'The best of all.', website: 'https://volta.example', languages: ['fr'] },
  publicPremises: { latitude: 45.7, longitude: 4.8, addressLabel: '1 rue <b>' },
  media: [
    {
      alt: '"><img src=x onerror=alert(1)>',
      sizes: [1, 2].map(() => ({ url: 'https://trust.test/api/v1/public/media/a.webp', width: 320, height: 200 })),
    },
  ],
  services: [
    {
      categoryKey: 'childcare',
      label: { en: 'Childcare', fr: 'Garde d’enfants' },
      hasCurrentClaim: false,
      notVerified: [],
      actions: { enquiry: { href: 'https://trust.test/api/v1/enquiries', isOpen: false } },
    },
    {
      categoryKey: 'electrician',
      label: { en: 'Electrician', fr: 'Électricien' },
      notVerified: card.notVerified,
      actions: { enquiry: { href: 'https://trust.test/api/v1/enquiries', isOpen: false } },
    },
  ],
};
const reviews = {
  counts: {
    published: 1,
    recommended: 1,
    underExamination: 3,
    removed: [{ reasonCode: 'harmful', count: 2 }],
    notPublished: [],
  },
  items: [
    {
      isRecommended: true,
      text: 'Good work. </p><script>alert(1)</script>',
      publishedOn: '2026-11-20',
      isFlagged: false,
      isOfEarlierName: true,
      response: { text: 'Thank you.', respondedAt: '2026-11-21T10:00:00.000Z' },
    },
  ],
  nextCursor: null,
};
const cardsOfDay = { asOf: '2026-11-22', items: [card] as object[], nextCursor: null };
const checkedAt = '2026-11-22T10:00:00.000Z';
const valid = { claimId, status: 'valid', publicProviderId: 'volta', changedAt: checkedAt, card };
const over = (status: string) => ({ ...valid, status, card: null });

type Verified = { status: string; token?: object | null; claims?: object[] };
const asked: [body: unknown, address: unknown][] = [];
let verified: Verified = { status: 'valid', claims: [valid] };
let status = 200;
let isPublic = true;

const start = () =>
  startWebsite(async (request, response) => {
    const path = request.url ?? '';
    if (request.method === 'POST') asked.push([JSON.parse(await text(request)), request.headers['x-forwarded-for']]);
    const body =
      request.method === 'POST'
        ? { checkedAt, token: null, claims: [], ...verified }
        : path.includes('/claims?')
          ? { displayName: path.includes('asOf') ? 'Earlier <b>' : provider.displayName, ...cardsOfDay }
          : path.includes('/reviews?')
            ? reviews
            : provider;
    response.statusCode = request.method === 'POST' ? status : isPublic ? 200 : 404;
    response.end(JSON.stringify(response.statusCode === 200 ? body : {}));
  });

test('`/verify` shows in both languages what the platform says of a claim, a token or a link', async () => {
  await using website = await start();
  const get = async (path: string, language = 'en') =>
    (await fetch(website.url + path, { headers: { 'accept-language': language } })).text();
  const post = async (claim: string) =>
    (await fetch(`${website.url}/verify`, { method: 'POST', body: new URLSearchParams({ claim }) })).text();

  const page = await get(`/verify?claim=${claimId}`);
  expect(page).toContain('✓ Valid today');
  expect(page).toContain('A &lt;b&gt;liability&lt;/b&gt; insurance was in force.');
  for (const part of ['Does not cover gas.', 'Qualification', 'November 3, 2027', 'href="/p/volta"'])
    expect(page).toContain(part);
  expect(page).toContain(`href="?claim=${claimId}&amp;lang=fr"`);
  const french = await get(`/verify?claim=${claimId}`, 'fr');
  for (const part of ['✓ Valable aujourd’hui', 'Ne couvre pas le gaz.', '3 novembre 2027'])
    expect(french).toContain(part);

  for (const [name, shown] of [
    ['revoked', '✗ Revoked'],
    ['suspended', '✗ Suspended'],
    ['superseded', '! Replaced'],
    ['expired', '! Expired'],
    ['unknown', '✗ Not confirmed'],
    ['invented_later', '✗ Not confirmed'],
  ] as const) {
    verified = { status: name, claims: [over(name)] };
    expect(await post(claimId)).toContain(shown);
  }
  verified = { status: 'unknown', token: { fault: 'invalid_signature', expiresAt: null } };
  expect(await post('a.b.c')).toContain('it is a forgery');
  verified = { status: 'expired', token: { fault: null, expiresAt: '2026-11-21T10:00:00.000Z' }, claims: [valid] };
  expect(await post('a.b.c')).toMatch(/! Expired[\s\S]*This copy of the card[\s\S]*✓ Valid today/);

  asked.length = 0;
  const link = `https://trust.test/verify?claim=${claimId}`;
  for (const given of [
    ` ${claimId}\n`,
    link,
    'https://t.test/verify#a.b.c',
    'https://t.test/verify?token=a.b.c',
    'a.b.c',
  ])
    await post(given);
  const [byId, byToken] = [{ claimId }, { token: 'a.b.c' }];
  expect(asked.map(([body]) => body)).toEqual([byId, byId, byToken, byToken, byToken]);
  expect([...new Set(asked.map(([, address]) => address))]).toEqual(['203.0.113.7']);
});

test('T1 `/verify` shows first whom the claim is about, and says when that is no more', async () => {
  await using website = await start();
  const presented = {
    checkedName: 'Claire <Martin>',
    categoryLabel: { en: 'Electrician', fr: 'Électricien' },
    provider: { displayName: provider.displayName, kind: 'individual', image: provider.media[0] },
  };
  const read = async (claim: object, language = 'en') => {
    verified = { status: 'valid', claims: [claim] };
    const page = await fetch(`${website.url}/verify?claim=${claimId}`, { headers: { 'accept-language': language } });
    return [await page.text(), page.headers.get('content-security-policy') ?? ''] as const;
  };
  const [page, policy] = await read({ ...valid, ...presented, card: { ...card, about: 'person' } });
  expect(page).toMatch(
    /media\/a\.webp[\s\S]*Claire &lt;Martin&gt;[\s\S]*Electrician · calls itself “Volta &lt;script&gt;”[\s\S]*Compare this with the person in front of you: ask for an identity document[\s\S]*Nobody compared it with a document[\s\S]*✓ Valid today/,
  );
  expect(policy).toContain("img-src data: 'self'");
  const [french] = await read({ ...valid, ...presented, card: { ...card, about: 'business' } }, 'fr');
  expect(french).toMatch(/demandez une pièce d’identité et pour quelle entreprise/);
  const [plain] = await read({
    ...valid,
    ...presented,
    checkedName: null,
    provider: { ...presented.provider, image: null },
  });
  expect(plain).toMatch(/ask for an identity document[\s\S]*has uploaded no photo that the platform approved/);
  expect(plain).toMatch(/own words, not checked/);
  const withoutPhoto = { ...presented, provider: { ...presented.provider, image: null } };
  const [business] = await read({ ...valid, ...withoutPhoto, card: { ...card, about: 'business' } });
  expect(business).toMatch(/ask for an identity document, and for which business/);
  const [ended] = await read({ ...over('suspended'), ...presented, reason: 'subject_ended' });
  expect(ended).toMatch(/✗ Suspended[\s\S]*is no longer that of the provider/);
});

test('`/verify` says what to do after a wrong entry, too many requests or a body that is too large', async () => {
  await using website = await start();
  const post = (claim: string) =>
    fetch(`${website.url}/verify`, { method: 'POST', body: new URLSearchParams({ claim }) });
  status = 400;
  expect(await (await post('')).text()).toContain('Copy it again, in full');
  status = 429;
  const busy = await post('x');
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '60']);
  expect(await busy.text()).toContain('Wait a minute');
  status = 200;
  expect((await post('x'.repeat(110_000))).status).toBe(413);
  const form = await fetch(`${website.url}/verify`);
  expect(form.headers.get('cache-control')).toBe('no-store');
  expect(await form.text()).toMatch(/<script src="\/assets\/verify.js" defer>[\s\S]*<label for="claim">/);
  expect((await fetch(`${website.url}/assets/verify.js`)).headers.get('content-type')).toContain('text/javascript');
});

test('T1 `/p/{publicProviderId}` shows the name of an earlier day beside that of today', async () => {
  await using website = await start();
  isPublic = true;
  const page = async (query: string) => (await fetch(`${website.url}/p/volta${query}`)).text();
  expect(await page('?asOf=2026-11-03')).toContain('Name on that day: Earlier &lt;b&gt;');
  expect(await page('?asOf=2026-11-03&lang=fr')).toContain('Nom à cette date\u00a0: Earlier &lt;b&gt;');
  expect(await page('')).not.toContain('Name on that day');
});

test('M4 `/p/{publicProviderId}` says before the statement what became of the claim of an earlier day', async () => {
  await using website = await start();
  isPublic = true;
  const page = async (statusNow: string | undefined, language: string) => {
    cardsOfDay.items = [{ ...card, ...(statusNow && { statusNow, statusNowOn: '2026-11-20' }) }];
    const body = await (await fetch(`${website.url}/p/volta?asOf=2026-11-03&lang=${language}`)).text();
    return /<article class="claim">\s*(?:<div class="answer (.*)"><strong>(.*)<\/strong><p>(.*) <time[^>]*>(.*)<\/time>\..*<\/div>)?\s*<h3>/
      .exec(body)
      ?.slice(1);
  };
  expect(await page('revoked', 'en')).toEqual(['bad', '✗ Revoked', 'Since', 'November 20, 2026']);
  expect(await page('suspended', 'en')).toEqual(['bad', '✗ Suspended', 'Since', 'November 20, 2026']);
  expect(await page('superseded', 'en')).toEqual(['warn', '! Replaced by a newer claim', 'Since', 'November 20, 2026']);
  expect(await page('revoked', 'fr')).toEqual(['bad', '✗ Révoquée', 'Depuis le', '20 novembre 2026']);
  for (const none of ['active', undefined])
    expect(await page(none, 'en')).toEqual([undefined, undefined, undefined, undefined]);
  cardsOfDay.items = [card];
});

test('`/p/{publicProviderId}` shows cards, their day, images, reviews, data, no rating, and a page for 404', async () => {
  await using website = await start();
  const page = await fetch(`${website.url}/p/volta`);
  const markup = await page.text();
  expect(markup).toContain('<h1>Volta &lt;script&gt;</h1>');
  expect(markup).toContain(`<img src="/api/v1/public/claims/${claimId}/qr.svg"`);
  expect(markup).toContain(`href="/verify?claim=${claimId}&amp;lang=en"`);
  expect(markup).toMatch(/In the provider’s own words, not checked[\s\S]*The best of all/);
  const style = /<style>([\s\S]*)<\/style>/.exec(markup)?.[1] ?? '';
  expect(page.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; ` +
      `img-src data: 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  );
  for (const part of [
    'November 22, 2026',
    'Not verified in this category',
    'src="/api/v1/public/media/a.webp" srcset="/api/v1/public/media/a.webp 320w"',
    'Takes no enquiries at the moment.',
    'Takes no enquiries: no current claim in this category.',
    'Thank you.',
    'From before this person’s name changed',
    'Recommended by 1 of 1 customers. Reviews under examination: 3. Removed or not published by moderation: 2.',
  ])
    expect(markup).toContain(part);
  // What was checked comes first, and the line about enquiries has said that the rest has no claim.
  expect(markup.indexOf('<h2>Electrician')).toBeLessThan(markup.indexOf('<h2>Childcare'));
  expect(markup).not.toContain('No claim in this category.');
  const ofDay = await (await fetch(`${website.url}/p/volta?asOf=2026-11-22`)).text();
  expect(ofDay).toContain('No claim in this category.');
  expect(markup).not.toMatch(/<script>|<img src=x|<b>/);
  const [, data = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(markup) ?? [];
  expect(JSON.parse(data)).toMatchObject({ '@type': 'Organization', name: 'Volta <script>', knowsLanguage: ['fr'] });
  expect(JSON.parse(data).makesOffer).toMatchObject([{ itemOffered: { name: 'Electrician' } }]);
  expect(data).not.toMatch(/rating|review|verified|credential/i);
  isPublic = false;
  const none = await fetch(`${website.url}/p/volta`, { headers: { accept: 'text/html', 'accept-language': 'fr' } });
  expect([none.status, none.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(await none.text()).toContain('Cette page n’existe pas');
  expect((await fetch(`${website.url}/p/volta`)).headers.get('content-type')).toContain('application/problem+json');
  isPublic = true;
});
