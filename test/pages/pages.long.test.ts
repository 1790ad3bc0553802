import { existsSync } from 'node:fs';
import committed from '@trust/contracts/openapi.json' with { type: 'json' };
import { internalSecret } from '@trust/service-testing/gateway';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway } from '../../services/gateway/test/gateway.ts';
import { loadGazetteer } from '../../services/provider/src/directory/places/load-gazetteer.ts';
import { decideName, makePublished, type Owner } from '../../services/provider/test/make.ts';
import { type ProviderService, startProvider } from '../../services/provider/test/service.ts';
import { type PublicApi, publicApi } from '../../services/website/src/api/public-api.ts';
import { startWebsite } from '../../services/website/test/website.ts';

/** Debian's package. */
const executablePath = '/usr/bin/chromium';
/** Those of the contract, by method and path. */
const operations = Object.fromEntries(
  Object.entries(committed.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation as object]),
  ),
);
const name = "Volta & Fils d'Émile";
const hostile = `Volta "><script>alert('1')</script><img src=x onerror=alert(1)>`;

let provider: ProviderService;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let website: Awaited<ReturnType<typeof startWebsite>>;
let browser: Browser;
let owner: Owner;
let paths: string[];
beforeAll(async () => {
  if (!existsSync(executablePath)) throw new Error('Chromium is missing. Install it: apt-get install chromium');
  provider = await startProvider({ connections: 4 });
  await loadGazetteer(provider.app);
  owner = await makePublished(provider);
  const premises = { publicPremises: { latitude: 45.75, longitude: 4.85, addressLabel: '1 rue <b>', consent: true } };
  await makePublished(provider, { location: premises });
  const profile = {
    displayName: name,
    summary: hostile,
    website: 'https://volta.example/a?b=<i>',
    languages: ['fr', 'en-GB'],
  };
  const { status } = await provider.patch('/provider-workspace/me/profile', { actor: owner.actor, body: profile });
  expect(status).toBe(200);
  await decideName(provider, owner.id);
  let api: PublicApi;
  website = await startWebsite(() => {}, {
    api: { get: (...given) => api.get(...given), post: (...given) => api.post(...given) },
  });
  gateway = await startGateway(operations, () => {}, { urls: [provider.url], websiteUrl: website.url });
  api = publicApi(gateway.url, internalSecret);
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  paths = [
    '/search',
    '/search?category=electrician&place=Lyon&radiusKm=50',
    '/search?category=electrician&place=xqzzwv',
    '/search?category=plumber',
    `/p/${owner.publicId}`,
    '/p/unknown',
  ];
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await gateway?.[Symbol.asyncDispose]();
  await website?.[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
});

/** Fails the test for a message, an error or a violation of the policy. */
async function withPage(options: BrowserContextOptions, look: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  page.on('pageerror', (error) => messages.push(error.message));
  page.on('dialog', (dialog) => {
    messages.push(dialog.message());
    void dialog.dismiss();
  });
  await look(page);
  expect(messages.filter((text) => !/404 \(Not Found\)/.test(text))).toEqual([]);
  await context.close();
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const found = (await page.evaluate(`axe.run({ runOnly: ${JSON.stringify(tags)} })`)) as axe.AxeResults;
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

test.each([
  ['light', 'en', 1280],
  ['dark', 'fr', 320],
] as const)(
  'in %s colours, in %s and %i px wide the pages have no barrier and do not scroll sideways',
  async (colorScheme, locale, width) => {
    await withPage({ colorScheme, locale, viewport: { width, height: 800 } }, async (page) => {
      for (const path of paths) {
        await page.goto(gateway.url + path);
        expect(await page.getAttribute('html', 'lang'), path).toBe(locale);
        expect(await violations(page), path).toEqual([]);
        for (const summary of await page.locator('summary').all()) await summary.click();
        expect(await violations(page), path).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(width);
        const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor');
        expect(ground === 'rgb(255, 255, 255)', path).toBe(colorScheme === 'light');
      }
    });
  },
);

test('a customer searches by keyboard without scripts, opens a provider and changes the language', async () => {
  await withPage({ locale: 'en', javaScriptEnabled: false }, async (page) => {
    await page.goto(`${gateway.url}/search`);
    await page.selectOption('#category', 'electrician');
    await page.fill('#place', 'Lyon');
    await page.press('#place', 'Enter');
    await page.waitForURL(/place=Lyon/);
    expect(await page.textContent('#results ~ p')).toContain('Lyon, France');
    expect(await page.locator('.results > li').count()).toBe(2);
    expect(await page.locator('.map .area').count()).toBe(1);
    await page.getByRole('link', { name }).click();
    await page.waitForURL(/\/p\//);
    expect(await page.textContent('h1')).toBe(name);
    await page.getByRole('link', { name: 'Français' }).click();
    expect(await page.getAttribute('html', 'lang')).toBe('fr');
    const data = await page.textContent('script[type="application/ld+json"]');
    expect(JSON.parse(data ?? '')).toMatchObject({ name, description: hostile });
    await page.fill('#asOf', '2026-01-04');
    await page.press('#asOf', 'Enter');
    await page.waitForURL(/asOf=2026-01-04/);
    expect(await page.textContent('main')).toContain('Aucune attestation');
  });
});

test('the pages send no JavaScript, and show their largest content', async () => {
  await withPage({}, async (page) => {
    const scripts: string[] = [];
    page.on('response', (response) => {
      if (/javascript/.test(response.headers()['content-type'] ?? '')) scripts.push(response.url());
    });
    for (const path of paths.slice(1, 5)) {
      await page.goto(gateway.url + path);
      const milliseconds = await page.evaluate(
        `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
          .observe({ type: 'largest-contentful-paint', buffered: true }))`,
      );
      console.log(`largest contentful paint of ${path}: ${Math.round(Number(milliseconds))} ms`);
    }
    expect(scripts).toEqual([]);
  });
});
