import { request } from 'node:http';
import { expect, test } from 'vitest';
import { startGateway } from '../../test/gateway.ts';

/** Not `fetch`, which sets the Host header itself. */
function statusOf(url: string, host: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { ...headers, host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end();
  });
}

const operations = { 'GET /dev/mailbox': {}, 'GET /things': {} };
const paths = ['/dev/mailbox', '/api/v1/things', '/api/v1/openapi.json', '/docs', '/'];

test('I6 returns 421 for an unknown host on every path but health, ignoring X-Forwarded-Host', async () => {
  await using gateway = await startGateway(operations, (_request, response) => void response.end('{}'), {
    isDevelopment: true,
    hosts: ['api.example.org'],
  });
  const unknown = ['attacker.example', 'trust.test.attacker.example', '127.0.0.1.attacker.example:80', '10.0.0.1'];
  for (const host of [...unknown, 'localhost@attacker.example', '[::1', 'trust.test:80:80'])
    for (const path of paths) {
      expect([host, path, await statusOf(gateway.url + path, host)]).toEqual([host, path, 421]);
      const forwarded = await statusOf(gateway.url + path, host, { 'x-forwarded-host': 'trust.test' });
      expect([host, path, forwarded]).toEqual([host, path, 421]);
    }
  expect(gateway.seen).toEqual([]);

  for (const host of ['trust.test', 'TRUST.test:8080', 'api.example.org', 'localhost:1', '127.0.0.1', '[::1]:8080'])
    expect([host, await statusOf(`${gateway.url}/dev/mailbox`, host)]).toEqual([host, 200]);
  for (const path of ['/livez', '/readyz'])
    expect([path, await statusOf(gateway.url + path, 'attacker.example')]).toEqual([path, 200]);
});
