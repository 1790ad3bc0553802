import { expect, test } from 'vitest';
import { startWebsite } from '../../../test/website.ts';

const hostile = '<script>alert(1)</script>';
const items = [
  {
    id: 'm1',
    channel: 'email',
    to: 'claire+a@example.test',
    template: 'one_time_code',
    text: `012345 is your sign-in code. ${hostile}`,
    code: '012345',
    challengeId: 'c1',
    sentAt: '2026-11-21T08:00:01.000Z',
  },
  {
    id: 'm2',
    channel: 'push',
    to: 'u1',
    template: 'case_decided',
    text: 'Decided.',
    device: { id: `d1${hostile}`, pushService: 'fcm' },
    sentAt: '2026-11-21T08:00:00.000Z',
  },
];
const asked: (string | undefined)[] = [];
const start = (isDevelopment = true) =>
  startWebsite(
    (request, response) => {
      asked.push(request.url);
      response.end(JSON.stringify({ items }));
    },
    { isDevelopment },
  );
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test('shows a browser a page with code, challenge and a filter by recipient', async () => {
  await using website = await start();
  const response = await fetch(`${website.url}/dev/mailbox?to=claire%2Ba%40example.test`, { headers: browser });
  const page = await response.text();
  expect(response.status).toBe(200);
  expect(asked).toEqual(['/dev/mailbox?limit=50&to=claire%2Ba%40example.test']);
  expect(page).toContain('<span class="copy"><code>012345</code></span>');
  expect(page).toContain('challengeId c1');
  expect(page).toContain('device d1&lt;script');
  expect(page).toContain('</code> (fcm)');
  expect(page).toContain('value="claire+a@example.test"');
  expect(page).toContain('href="/dev/mailbox?to=claire%2Ba%40example.test"');
  expect(page).not.toContain(hostile);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('returns the headers of the page for HEAD', async () => {
  await using website = await start();
  const head = await fetch(`${website.url}/dev/mailbox`, { method: 'HEAD', headers: browser });
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
});

test('the policy of the page allows its own script and form, and nothing else', async () => {
  await using website = await start();
  const { headers } = await fetch(`${website.url}/dev/mailbox`, { headers: browser });
  const policy = headers.get('content-security-policy') ?? '';
  for (const rule of ["default-src 'none'", "script-src 'self'", "form-action 'self'", "frame-ancestors 'none'"])
    expect(policy).toContain(rule);
  expect(policy).not.toContain('unsafe');
});

test('returns 404 in production, without asking for messages', async () => {
  await using website = await start(false);
  asked.length = 0;
  expect((await fetch(`${website.url}/dev/mailbox`, { headers: browser })).status).toBe(404);
  expect(asked).toEqual([]);
});

test('escapes the recipient of the query', async () => {
  await using website = await start();
  const to = encodeURIComponent(`"><img src=x onerror=alert(1)>`);
  const page = await (await fetch(`${website.url}/dev/mailbox?to=${to}`, { headers: browser })).text();
  expect(page).not.toContain('<img');
});
