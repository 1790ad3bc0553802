import { basename } from 'node:path';
import committed from '@trust/contracts/openapi.json' with { type: 'json' };
import type { ContractDocument } from '@trust/openapi/contract-document';
import { bruToJsonV2 } from '@usebruno/lang';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import { startWebsite } from '../../../test/website.ts';

type Request = {
  meta: { name: string };
  http: { method: string; url: string; body: string; auth: string };
  params?: { name: string; type: string }[];
  body?: { json: string };
};

const website = await startWebsite((_request, response) => void response.end(JSON.stringify(committed)));
afterAll(() => website[Symbol.asyncDispose]());
const response = await fetch(`${website.url}/docs/bruno.zip`);
const files = Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())));
const { paths } = committed as unknown as ContractDocument;

const requests = files
  .filter(([name]) => /^[^/]+\/(?!environments)[^/]+\/.+\.bru$/.test(name))
  .map(([file, bytes]) => ({ file, request: bruToJsonV2(strFromU8(bytes)) as unknown as Request }));

test('the archive is a download with one folder', async () => {
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="provider-trust-platform-bruno.zip"');
  expect(files.map(([name]) => name)).toContain('provider-trust-platform/bruno.json');
  const headers = { 'if-none-match': response.headers.get('etag') ?? '' };
  expect((await fetch(`${website.url}/docs/bruno.zip`, { headers })).status).toBe(304);
});

test('the Bruno collection has a request for each operation, which its own parser reads', () => {
  const expected = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
  );
  const parsed = requests.map(({ request: { meta, http } }) => {
    const path = http.url.replace('{{baseUrl}}', '').replace(/:(\w+)/g, '{$1}');
    return `${meta.name} ${http.method} ${path}`;
  });
  expect(parsed.sort()).toEqual([...expected, 'readMailbox get /dev/mailbox?to={{identifier}}'].sort());
});

test('its files have the names of their requests, its parameters are in the paths, its bodies are JSON', () => {
  for (const { file, request } of requests) {
    expect(basename(file, '.bru')).toBe(request.meta.name);
    const inPath = (request.params ?? []).filter(({ type }) => type === 'path').map(({ name }) => `:${name}`);
    expect(request.http.url.match(/:(?!\/|\d)\w+/g) ?? []).toEqual(inPath);
    if (request.http.body === 'json') expect(() => JSON.parse(request.body?.json ?? '')).not.toThrow();
  }
});
