import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { internalSecretHeader } from '@trust/contracts/actor';
import type { OpenApiDocument } from '@trust/openapi/fragment';
import { mergeFragments } from '@trust/openapi/merge';
import { contentEtag, matchesIfNoneMatch } from '@trust/service-kit/http/etag';
import { openLog } from '@trust/service-kit/observability/log';
import { unfinishedRestoreHeader } from '@trust/service-kit/unfinished-restore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { services } from '../config.ts';
import { liveContract } from './live-contract.ts';

const fragments = new Map<string, string>();
const unfinished = new Map<string, string>();
const servers = services.map((service) =>
  createServer((request, response) => {
    const text = request.headers[internalSecretHeader] === `of ${service}` ? fragments.get(service) : undefined;
    const tag = contentEtag(text ?? '');
    response.statusCode =
      text === undefined ? 503 : matchesIfNoneMatch(request.headers['if-none-match'], tag) ? 304 : 200;
    const backup = unfinished.get(service);
    if (backup) response.setHeader(unfinishedRestoreHeader, backup);
    response.setHeader('ETag', tag).end(response.statusCode === 200 ? text : undefined);
  }),
);
beforeAll(() => Promise.all(servers.map((server) => once(server.listen(0, '127.0.0.1'), 'listening'))));
afterAll(() => {
  for (const server of servers) server.close();
});

function documentOf(service: string, paths: string[]): OpenApiDocument {
  const operation = (path: string) => ({
    get: { operationId: `${service}${path}`, 'x-service': service, responses: {} },
  });
  return {
    openapi: '3.1.0',
    info: { title: service, version: '1' },
    paths: Object.fromEntries(paths.map((path) => [path, operation(path)])),
  } as OpenApiDocument;
}

function start(shared?: OpenApiDocument) {
  fragments.clear();
  const portOf = (index: number) => (servers[index]?.address() as AddressInfo | undefined)?.port;
  const own = services.map((service) => ({ service, document: documentOf(service, [`/${service}`]) }));
  const committed = mergeFragments([...own, ...(shared ? [{ service: 'gateway', document: shared }] : [])]);
  let changes = 0;
  const restores: [service: string, backup: string | undefined][] = [];
  const contract = liveContract({
    upstreams: Object.fromEntries(
      services.map((service, index) => [
        service,
        { nextUrl: () => `http://127.0.0.1:${portOf(index)}`, proof: [internalSecretHeader, `of ${service}`] },
      ]),
    ) as unknown as Parameters<typeof liveContract>[0]['upstreams'],
    committed,
    log: openLog('gateway', 'silent'),
    onChange: () => (changes += 1),
    onRestore: (service, backup) => void restores.push([service, backup]),
  });
  return { contract, restores, changes: () => changes, paths: () => Object.keys(contract.current().paths ?? {}) };
}

test('uses the committed contract until a service responds, then its fragment', async () => {
  const { contract, paths, changes } = start();
  await contract.refresh();
  expect(paths()).toHaveLength(6);
  expect([contract.isComplete(), changes()]).toEqual([false, 0]);

  fragments.set('provider', JSON.stringify(documentOf('provider', ['/provider', '/provider/new'])));
  await contract.refresh();
  expect(paths()).toContain('/provider/new');
  await contract.refresh();
  expect(changes()).toBe(1);
});

test('F9 notes the unfinished restore of a service with each response, not without one', async () => {
  const { contract, restores } = start();
  fragments.set('provider', JSON.stringify(documentOf('provider', ['/provider'])));
  const backup = '2026-11-22T13:05:00.000Z';
  unfinished.set('provider', backup);
  await contract.refresh();
  await contract.refresh();
  const text = fragments.get('provider') ?? '';
  fragments.delete('provider');
  await contract.refresh();
  unfinished.delete('provider');
  fragments.set('provider', text);
  await contract.refresh();
  expect(restores).toEqual([
    ['provider', backup],
    ['provider', backup],
    ['provider', undefined],
  ]);
});

test('keeps the last good contract when a service is down or its fragment conflicts', async () => {
  const { contract, paths } = start();
  for (const service of services) fragments.set(service, JSON.stringify(documentOf(service, [`/${service}`])));
  await contract.refresh();
  expect(contract.isComplete()).toBe(true);
  fragments.delete('provider');
  fragments.set('evidence', JSON.stringify(documentOf('evidence', ['/evidence', '/provider'])));
  await contract.refresh();
  expect(paths()).toEqual(services.map((service) => `/${service}`).sort());
});

test('merges services of two releases that differ in a shared schema, with the shape of its own release', async () => {
  const withSchema = (document: OpenApiDocument, codes: string[]): OpenApiDocument => ({
    ...document,
    components: { schemas: { Problem: { type: 'string', enum: codes } } },
  });
  const own = { type: 'string', enum: ['one', 'two'] };
  const { contract } = start(withSchema(documentOf('gateway', []), own.enum));
  for (const service of services) {
    const codes = service === 'provider' ? ['one'] : ['one', 'two', 'three'];
    fragments.set(service, JSON.stringify(withSchema(documentOf(service, [`/${service}`]), codes)));
  }
  await contract.refresh();
  expect(contract.isComplete()).toBe(true);
  expect(contract.current().components?.schemas?.Problem).toEqual(own);
});
