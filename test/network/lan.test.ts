import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePdf } from '../../demo/documents.ts';
import { newPhoneNumber } from '../../demo/steps/sign-in.ts';
import { lanAddress } from '../../deploy/local/lan-address.ts';
import { createTrustClient } from '../../packages/client/src/client.ts';
import { openCase, readCode, recordingFetch } from '../client/people.ts';
import { type Platform, startPlatform } from '../platform.ts';
import { isLoopback, listeningAddresses, requireOwnAddress } from './listening.ts';

let platform: Platform;
let address: string;
let lanUrl: string;
let port: string;
beforeAll(async () => {
  address = requireOwnAddress(() => lanAddress(''));
  platform = await startPlatform({ LAN_ADDRESS: address }, undefined, ['--lan']);
  port = new URL(platform.url).port;
  lanUrl = `http://${address}:${port}`;
}, 180_000);
afterAll(() => platform?.[Symbol.asyncDispose]());

/** Not `fetch`, which normalizes the path and sets the Host header itself. */
const statusOf = (url: string, path: string, host?: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { path, ...(host && { headers: { host } }) }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end();
  });

test('only the gateway listens outside loopback, and only at the address of the network', () => {
  const outside = listeningAddresses(platform.dataDir).filter((one) => !isLoopback(one));
  expect(outside).toEqual([`${address}:${port}`]);
});

test('it says what it opens and what it keeps on this machine', () => {
  const said = platform.said();
  expect(said).toContain(`Network   ${lanUrl} for a phone or an emulator`);
  expect(said).toContain('Every machine of your network can use the API and its pages there');
  expect(said).toContain('The mailbox with its codes, traces, databases, NATS and services answer this machine only.');
  expect(said).not.toContain('other machines cannot');
});

test('A1 the mailbox and the traces are not on the network, in any spelling; this machine has them', async () => {
  const spellings = ['/dev/mailbox', '/dev/mailbox?to=a', '/dev/traces', '//dev/mailbox', '/./dev/mailbox'];
  const encoded = [
    '/%64ev/mailbox',
    '/DEV/mailbox',
    '/dev//mailbox',
    '/docs/../dev/mailbox',
    '/dev/',
    `${lanUrl}/dev/mailbox`,
  ];
  for (const path of [...spellings, ...encoded]) expect([path, await statusOf(lanUrl, path)]).toEqual([path, 404]);
  expect(await statusOf(platform.url, '/dev/mailbox')).toBe(200);
  // Whatever host is claimed.
  expect(await statusOf(lanUrl, '/dev/mailbox', `127.0.0.1:${port}`)).toBe(404);
  const head = await fetch(`${lanUrl}/dev/mailbox`, { method: 'HEAD', headers: { accept: 'text/html' } });
  expect(head.status).toBe(404);
});

test('a phone signs in and uploads at that address, and every link that it gets is of it', async () => {
  const { sent, fetch: send } = recordingFetch();
  const targets: string[] = [];
  const phone = createTrustClient({
    baseUrl: lanUrl,
    fetch: (one) => {
      targets.push(new URL(one.url).host);
      return send(one);
    },
  });
  const identifier = newPhoneNumber();
  const { challengeId } = await phone.api.createChallenge({ body: { channel: 'sms', identifier } });
  await phone.signIn(challengeId, { code: await readCode(platform.url, identifier) });
  const open = await openCase(phone);
  const requirement = open.requirements.find(({ status }) => status === 'missing');
  const document = new Blob([makePdf('From a phone').bytes], { type: 'application/pdf' });
  const target = {
    caseId: open.id,
    requirementKey: requirement?.key ?? '',
    documentKind: requirement?.documentKinds[0] ?? '',
  };
  await phone.uploads.upload(document, target);
  expect(sent.some((one) => one.includes('/parts/'))).toBe(true);
  expect(new Set(targets)).toEqual(new Set([`${address}:${port}`]));
  const problem = await (await fetch(`${lanUrl}/api/v1/account/profile`)).json();
  expect((problem as { type: string }).type).toMatch(new RegExp(`^${lanUrl}/problems/`));
});

test('pages, their policy and their install line are of that address; an unknown host is refused', async () => {
  const page = await fetch(`${lanUrl}/docs`, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('content-security-policy')]).toEqual([200, expect.stringContaining("'self'")]);
  expect(await page.text()).toContain(`npm install ${lanUrl}/docs/trust-client-`);
  expect(await statusOf(lanUrl, '/api/v1/auth/channels', `attacker.example:${port}`)).toBe(421);
  // An emulator of Android on this machine.
  expect(await statusOf(platform.url, '/api/v1/auth/channels', `10.0.2.2:${port}`)).toBe(200);
  const preflight = await fetch(`${platform.url}/api/v1/providers`, {
    method: 'OPTIONS',
    headers: { origin: lanUrl, 'access-control-request-method': 'POST' },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBe(lanUrl);
});
