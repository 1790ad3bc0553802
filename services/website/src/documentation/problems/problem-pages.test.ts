import { ProblemDetails, problemCatalogue } from '@trust/contracts/problems/problem';
import { languages } from '@trust/contracts/values/text';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebsite } from '../../../test/website.ts';
import { problemSlugs } from './problem-entry.ts';

const responses = { 409: { 'x-problems': ['state-conflict'] } };
const paths = {
  '/api/v1/things': { get: { operationId: 'listThings', summary: '<img src=x onerror=alert(1)>', responses } },
  '/api/v1/uploads/{id}': { get: { responses: { 409: { 'x-problems': ['upload-state'] } } } },
  '/.well-known/thing': { put: { operationId: 'putWell', responses } },
};
let website: Awaited<ReturnType<typeof startWebsite>>;
beforeAll(async () => {
  website = await startWebsite((_request, response) => void response.end(JSON.stringify({ paths })));
});
afterAll(() => website[Symbol.asyncDispose]());

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const get = (path: string, headers: Record<string, string> = {}) => fetch(website.url + path, { headers });

test.each(languages.flatMap((language) => problemSlugs.map((slug) => [slug, language] as const)))(
  'the type of %s is a URL of a page and of JSON in %s',
  async (slug, language) => {
    const { title, when, remedy, status } = problemCatalogue[slug];
    const acceptLanguage = { 'accept-language': language };
    const page = await get(`/problems/${slug}`, { ...acceptLanguage, accept: browser });
    expect([page.status, page.headers.get('content-language')]).toEqual([200, language]);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain(`<html lang="${language}">`);

    const json = await get(`/problems/${slug}`, { ...acceptLanguage, accept: 'application/json' });
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(json.headers.get('content-language')).toBe(language);
    expect(json.headers.get('vary')).toContain('Accept, Accept-Language');
    const entry = (await json.json()) as { example: unknown };
    expect(entry).toMatchObject({
      slug,
      status,
      title: title[language],
      when: when[language],
      remedy: remedy[language],
    });
    // Deprecated.
    expect(entry).toHaveProperty('mend', remedy[language]);
    expect(ProblemDetails.strict().parse(entry.example)).toMatchObject({
      type: `http://trust.test/problems/${slug}`,
      status,
      title: title[language],
    });
  },
);

test('a problem page links to the operations that can return it', async () => {
  const page = await (await get('/problems/state-conflict', { accept: browser })).text();
  expect(page).toContain('<a href="/docs#listThings"><code>GET /api/v1/things</code></a>');
  expect(page).toContain('<a href="/docs#putWell"><code>PUT /.well-known/thing</code></a>');
  expect(page).toContain('&lt;img src=x');
  expect(page).not.toContain('<img');
});

test('a problem of many operations names none of them, in both languages', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 13 }, (_, index) => [
      `/api/v1/things/${index}`,
      { get: { operationId: `get${index}`, responses } },
    ]),
  );
  await using website = await startWebsite((_request, response) => void response.end(JSON.stringify({ paths: many })));
  const pageIn = async (language: string) =>
    (await fetch(`${website.url}/problems/state-conflict?lang=${language}`, { headers: { accept: browser } })).text();
  expect(await pageIn('en')).toContain('13 operations. <a href="/docs?lang=en">The reference</a>');
  const french = await pageIn('fr');
  expect(french).toContain('13 opérations.');
  expect(french).not.toContain('#get0');
});

test('returns 404 for an unknown slug: the list for a browser, a problem for a program', async () => {
  for (const path of ['/problems/nothing', '/problems/constructor', '/problems/%3Cscript%3E']) {
    const response = await get(path, { accept: 'application/json', 'accept-language': 'fr' });
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    expect(await response.json()).toMatchObject({ title: 'Introuvable' });
    const page = await get(path, { accept: browser });
    expect([page.status, page.headers.get('cache-control')]).toEqual([404, 'no-store']);
    const text = await page.text();
    for (const slug of problemSlugs) expect(text).toContain(`<a href="/problems/${slug}">`);
    expect(text).not.toContain('<script>');
  }
});

test('the index lists every problem, as a page and as JSON, which is the default', async () => {
  const { items } = (await (await get('/problems')).json()) as { items: { slug: string }[] };
  expect(items.map(({ slug }) => slug).sort()).toEqual([...problemSlugs].sort());
  const page = await (await get('/problems?lang=fr', { accept: browser })).text();
  for (const slug of problemSlugs) expect(page).toContain(`<a href="/problems/${slug}?lang=fr">`);
});

test('a problem page loads nothing, runs no script, and is 304 for its ETag', async () => {
  const first = await get('/problems/forbidden', { accept: browser });
  expect(first.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  const page = await first.text();
  expect(page).not.toMatch(/<script|\son\w+=|\sstyle=|src=|@import|url\(/);
  const etag = first.headers.get('etag') ?? '';
  const status = async (headers: Record<string, string>) =>
    (await get('/problems/forbidden', { accept: browser, 'if-none-match': etag, ...headers })).status;
  expect([await status({}), await status({ 'accept-language': 'fr' }), await status({ accept: '*/*' })]).toEqual([
    304, 200, 200,
  ]);
});

test('an example has a code of its problem and no path placeholder', async () => {
  const entry = await (await get('/problems/upload-state')).json();
  const { instance, errors } = (entry as { example: ProblemDetails }).example;
  expect(instance).toMatch(/^\/api\/v1\/uploads\/[0-9a-f-]{36}$/);
  expect(errors).toMatchObject([{ field: 'session', code: 'session_ended' }]);
});
