import asyncapi from '@trust/contracts/asyncapi.json' with { type: 'json' };
import committed from '@trust/contracts/openapi.json' with { type: 'json' };
import type { OpenApiDocument } from '@trust/openapi/fragment';
import { closeServer, listen } from '@trust/service-kit/listen';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishedContract } from './published-contract.ts';

let contract = committed as unknown as OpenApiDocument;
let served: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  const published = publishedContract({
    contract: { current: () => contract },
    publicUrl: 'https://trust.test',
    contactEmail: 'developers@trust.test',
    publicReads: 'anonymous',
  });
  served = await listen(express().use(published), 0, '127.0.0.1');
});
afterAll(() => closeServer(served.server));

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(served.url + path, { headers, redirect: 'manual' });

test('serves both contracts, and redirects from the conventional path', async () => {
  const contact = { name: 'Operator of the platform', url: 'https://trust.test', email: 'developers@trust.test' };
  const events = await (await get('/api/v1/asyncapi.json')).json();
  expect(events).toEqual({ ...asyncapi, info: { ...asyncapi.info, contact } });
  const openapi = await (await get('/api/v1/openapi.json')).json();
  const description = committed.info.description.replaceAll('http://127.0.0.1:8080', 'https://trust.test');
  expect(openapi).toEqual({ ...committed, info: { ...committed.info, description, contact } });
  expect(description).toContain('BASE_URL=https://trust.test');
  const moved = await get('/openapi.json');
  expect([moved.status, moved.headers.get('location')]).toEqual([308, '/api/v1/openapi.json']);
});

test.each(['/api/v1/openapi.json', '/api/v1/asyncapi.json'])(
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

test('follows the contract of the running services', async () => {
  const [path, item] = Object.entries(committed.paths)[0] ?? ['', {}];
  contract = { ...committed, paths: { [path]: item } } as unknown as OpenApiDocument;
  try {
    const { paths } = (await (await get('/api/v1/openapi.json')).json()) as { paths: object };
    expect(Object.keys(paths)).toEqual([path]);
  } finally {
    contract = committed as unknown as OpenApiDocument;
  }
});
