import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { expect, test } from 'vitest';
import { parseEndpoint, readCertificate } from './certificates.ts';

test('reads the days until a certificate expires, by the name that clients use, also after its end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name)) as [string, string];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-days', '30', '-subj', '/CN=trust.test', '-keyout', key, '-out', cert];
  execFileSync('openssl', [...request, ...subject], { stdio: 'ignore' });
  const names: string[] = [];
  const server = createServer({
    key: readFileSync(key),
    cert: readFileSync(cert),
    SNICallback: (name, done) => {
      names.push(name);
      done(null);
    },
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  rmSync(folder, { recursive: true });
  const endpoint = { name: 'trust.test', host: '127.0.0.1', port };
  const attributes = { endpoint: 'trust.test' };
  const now = Date.now();
  const [seen, days] = await readCertificate(endpoint, new Date(now + 60_000));
  expect(seen).toEqual({ name: 'trust.certificate.seen', value: 1, attributes });
  expect(days?.value).toBeGreaterThan(29.9);
  expect(days?.value).toBeLessThan(30);
  const [, after] = await readCertificate(endpoint, new Date(now + 31 * 86_400_000));
  expect(after?.value).toBeLessThan(0);
  expect(names).toEqual(['trust.test', 'trust.test']);
  server.close();
  await once(server, 'close');
  expect(await readCertificate(endpoint, new Date())).toEqual([
    { name: 'trust.certificate.seen', value: 0, attributes },
  ]);
});

test.each([
  ['trust.example.org', { name: 'trust.example.org', host: 'trust.example.org', port: 443 }],
  ['mail.example.org:465', { name: 'mail.example.org', host: 'mail.example.org', port: 465 }],
  ['trust.example.org@tls:8443', { name: 'trust.example.org', host: 'tls', port: 8443 }],
  ['https://trust.example.org', undefined],
  ['trust.example.org@tls', undefined],
])('%s names an endpoint, or none', (text, endpoint) => {
  expect(parseEndpoint(text)).toEqual(endpoint);
});
