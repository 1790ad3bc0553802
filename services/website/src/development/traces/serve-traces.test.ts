import { afterAll, beforeAll, expect, test } from 'vitest';
import { plainServer, startWebsite } from '../../../test/website.ts';

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const requestId = '00000000-0000-4000-8000-000000000001';
const summary = {
  traceId: 'a'.repeat(32),
  requestId,
  at: Date.parse('2026-11-22T12:00:00.123Z'),
  name: 'POST /api/v1/things/{id}',
  status: 503,
  ms: 20,
  totalMs: 80,
  services: ['gateway', 'provider'],
  errors: 1,
};
const row = { service: 'provider', offset: 20, ms: 40, isError: false, isLinked: false, attributes: {} };
const rows = [
  { ...row, depth: 0, name: summary.name, isError: true, status: '503' },
  { ...row, depth: 30, name: 'process <b>', waited: 7, isLinked: true, attributes: { 'db.query.text': 'select <1>' } },
];

const requests: string[] = [];
let receiver: Awaited<ReturnType<typeof plainServer>>;
beforeAll(async () => {
  receiver = await plainServer((request, response) => {
    requests.push(request.url ?? '');
    if (request.url?.startsWith('/requests')) response.end(JSON.stringify({ requests: [summary], cursor: 1 }));
    else if (request.url === `/traces/${requestId}`) response.end(JSON.stringify({ summary, rows, isCut: false }));
    else response.writeHead(404).end('{}');
  });
});
afterAll(() => receiver.close());

const start = (isDevelopment = true, tracesUrl: string | undefined = receiver.url) =>
  startWebsite((_request, response) => void response.end(), { isDevelopment, tracesUrl });

test('lists recent requests by status and route, each with a link to its waterfall', async () => {
  await using website = await start();
  const query = 'status=5xx&route=things&slow=10';
  const page = await (await fetch(`${website.url}/dev/traces?${query}`, { headers: browser })).text();
  expect(requests.at(-1)).toBe(`/requests?${query}&limit=100`);
  expect(page).toContain(`<a href="/dev/traces/${requestId}">${summary.name}</a>`);
  expect(page).toContain('<option value="5xx" selected>');
  expect(page).toContain('<span class="bad">503</span>');
  await fetch(`${website.url}/dev/traces?status=bad&slow=x`, { headers: browser });
  expect(requests.at(-1)).toBe('/requests?status=&route=&slow=&limit=100');
});

test('shows a waterfall with a bar in per cent of the whole, and escapes what it shows', async () => {
  await using website = await start();
  const response = await fetch(`${website.url}/dev/traces/${requestId}`, { headers: browser });
  const page = await response.text();
  expect(page).toContain('<rect x="25.00" y="0" width="50.00" height="1">');
  expect(page.match(/<span class="indent">/g)).toHaveLength(12);
  expect(page).toContain('process &lt;b&gt;');
  expect(page).toContain('select &lt;1&gt;');
  expect(page).toContain(`npm run logs -- --request ${requestId}`);
  expect(response.headers.get('content-security-policy')).not.toMatch(/unsafe|script-src/);
});

test('returns JSON to a program, 404 for an unknown id, and 503 when the receiver does not answer', async () => {
  await using website = await start();
  const json = await fetch(`${website.url}/dev/traces/${requestId}`, { headers: { accept: '*/*' } });
  expect(await json.json()).toMatchObject({ summary: { requestId } });
  expect((await fetch(`${website.url}/dev/traces/unknown`, { headers: browser })).status).toBe(404);
  await using alone = await start(true, 'http://127.0.0.1:1');
  expect((await fetch(`${alone.url}/dev/traces`, { headers: browser })).status).toBe(503);
});

test('returns 404 in production', async () => {
  await using website = await start(false);
  for (const path of ['/dev/traces', `/dev/traces/${requestId}`])
    expect((await fetch(website.url + path, { headers: browser })).status).toBe(404);
});

test('says why there are no traces when the services send them elsewhere', async () => {
  await using website = await startWebsite(() => {}, { isDevelopment: true });
  const page = await (await fetch(`${website.url}/dev/traces`, { headers: browser })).text();
  expect(page).toContain('OTEL_EXPORTER_OTLP_ENDPOINT');
});
