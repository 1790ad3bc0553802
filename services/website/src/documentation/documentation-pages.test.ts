import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import asyncapi from '@trust/contracts/asyncapi.json' with { type: 'json' };
import committed from '@trust/contracts/openapi.json' with { type: 'json' };
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebsite } from '../../test/website.ts';

let contract: object = committed;
let website: Awaited<ReturnType<typeof startWebsite>>;
beforeAll(async () => {
  website = await startWebsite(({ url }, response) => {
    response.end(JSON.stringify(url === '/api/v1/asyncapi.json' ? asyncapi : contract));
  });
});
afterAll(() => website[Symbol.asyncDispose]());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(website.url + path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });
const read = async (path: string, headers?: Record<string, string>) => (await get(path, headers)).text();
const all = (page: string, pattern: RegExp) => [...page.matchAll(pattern)].map(([, found = '']) => found);

test('links of the event catalogue have targets, and ids are unique', async () => {
  const page = await read('/events');
  const ids = all(page, /\sid="([^"]+)"/g);
  const subjects = Object.keys(asyncapi.components.messages);
  expect(subjects.filter((subject) => !ids.includes(subject))).toEqual([]);
  expect(ids).toEqual([...new Set(ids)]);
  const targets = all(page, /href="#([^"]+)"/g);
  expect(targets).toEqual(expect.arrayContaining(subjects));
  expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
});

test('the event catalogue shows publisher, consumers and example of each event', async () => {
  const page = await read('/events');
  for (const subject of Object.keys(asyncapi.components.messages)) {
    const entry = page.slice(page.indexOf(`<article id="${subject}">`)).split('</article>')[0] ?? '';
    expect(entry, subject).toContain(`<dt>Publisher</dt><dd>${subject.split('.')[0]}</dd>`);
    expect(entry).toMatch(/<dt>Consumers<\/dt><dd>\w[^<]*<\/dd>[\s\S]*<h4>Example<\/h4>\s*<pre/);
  }
});

test.each(['/', '/events'])(
  '%s has one script, one stylesheet with its hash in the policy, and nothing inline',
  async (path) => {
    const response = await get(path);
    const page = await response.text();
    const policy = response.headers.get('content-security-policy') ?? '';
    const [style = ''] = all(page, /<style>([\s\S]*?)<\/style>/g);
    expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    expect(page.replace('<script src="/assets/copy.js" defer></script>', '')).not.toMatch(
      /<script|\son\w+=|\sstyle=|https?:\/\/(?!trust\.test|127\.0\.0\.1)[^<]*"[^>]*src/,
    );
    const script = await get('/assets/copy.js');
    expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  },
);

test.each(['/docs/contract.json', '/assets/reference.js', '/events'])(
  '%s is compressed by Accept-Encoding, and 304 for its ETag',
  async (path) => {
    const compressed = await get(path);
    const plain = await get(path, { 'accept-encoding': 'identity' });
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await compressed.text()).toBe(await plain.text());
    const tag = compressed.headers.get('etag') ?? '';
    expect(tag).not.toBe(plain.headers.get('etag'));
    expect((await get(path, { 'if-none-match': tag })).status).toBe(304);
    expect((await get(path, { 'if-none-match': tag, 'accept-encoding': 'identity' })).status).toBe(200);
  },
);

test.each(['/', '/events', '/problems', '/problems/forbidden'])(
  '%s returns 200 for a request target with an invalid port',
  async (path) => {
    const sent = request(website.url, {
      path: `http://host:99999${path}?lang=fr`,
      headers: { accept: 'text/html' },
    });
    const [response] = await once(sent.end(), 'response');
    response.resume();
    expect([response.statusCode, response.headers['content-language']]).toEqual([200, 'fr']);
  },
);

test('the event catalogue is the AsyncAPI document for programs', async () => {
  const response = await get('/events', { accept: 'application/json' });
  expect(await response.json()).toEqual(asyncapi);
  expect(response.headers.get('vary')).toContain('Accept');
});

test('the landing page is in the requested language, and JSON links for programs', async () => {
  expect(await read('/', { 'accept-language': 'fr-FR, en;q=0.5' })).toMatch(
    /<html lang="fr">[\s\S]*Ce qui a été vérifié/,
  );
  expect(await read('/?lang=en', { 'accept-language': 'fr' })).toMatch(/<html lang="en">[\s\S]*href="\/docs\?lang=en"/);
  expect(await (await get('/', { accept: 'application/json' })).json()).toMatchObject({
    links: { reference: '/docs', events: '/events', problems: '/problems', openapi: '/api/v1/openapi.json' },
  });
});

test('shows the mailbox and the operators in development only', async () => {
  expect(await read('/')).not.toMatch(/mailbox|supervisor/);
  const [first] = Object.values(committed.paths);
  await withContract({ paths: { ...committed.paths, '/dev/mailbox': first } }, async () => {
    expect(await read('/')).toMatch(/href="\/dev\/mailbox"[\s\S]*supervisor2/);
  });
});

test('escapes texts of the contract', async () => {
  const hostile = '<script>alert(1)</script><img src=x onerror=alert(1)>';
  const info = { ...committed.info, version: hostile };
  const tags = [{ name: hostile, description: `${hostile} \`${hostile}\`` }];
  await withContract({ info, tags }, async () => {
    expect(await read('/docs')).not.toMatch(/<script>|<img/);
  });
});

async function withContract(change: object, check: () => Promise<void>): Promise<void> {
  contract = { ...committed, ...change };
  try {
    await check();
  } finally {
    contract = committed;
  }
}
