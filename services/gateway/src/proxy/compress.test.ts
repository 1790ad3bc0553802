import type { RequestListener } from 'node:http';
import { request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startGateway } from '../../test/gateway.ts';

const long = JSON.stringify({ items: Array.from({ length: 200 }, (_, index) => ({ name: `provider ${index}` })) });
const operations = {
  'GET /public': { responses: { 200: {}, 304: {} } },
  'GET /private': { responses: { 200: {}, 304: {} } },
};
const service: RequestListener = (request, response) => {
  const isPublic = request.url?.includes('public');
  response.setHeader('Cache-Control', isPublic ? 'public, max-age=0, must-revalidate' : 'no-store');
  response.setHeader('ETag', '"tag"').setHeader('Vary', 'Accept').setHeader('Content-Type', 'application/json');
  if (request.headers['if-none-match']) response.statusCode = 304;
  response.end(response.statusCode === 304 ? '' : request.url?.includes('short') ? '{}' : long);
};

/** Not `fetch`, which decompresses. */
async function get(url: string, headers: Record<string, string>) {
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    httpRequest(url, { headers }, resolve).on('error', reject).end();
  });
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

test('compresses public responses by Accept-Encoding, under one weak ETag', async () => {
  await using gateway = await startGateway(operations, service);
  const url = `${gateway.url}/api/v1/public`;
  for (const [encoding, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const response = await get(url, { 'accept-encoding': encoding });
    expect(response.headers).toMatchObject({ 'content-encoding': encoding, etag: 'W/"tag"' });
    expect(response.headers.vary).toMatch(/Accept-Encoding/);
    expect(response.headers.vary).toMatch(/Accept(,|$)/);
    expect(response.body.length).toBeLessThan(long.length / 2);
    expect(unpack(response.body).toString()).toBe(long);
  }
  const plain = await get(url, {});
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect([plain.headers.etag, plain.body.toString()]).toEqual(['W/"tag"', long]);
  expect((await get(`${url}?short`, { 'accept-encoding': 'gzip' })).headers).not.toHaveProperty('content-encoding');
  const again = await get(url, { 'accept-encoding': 'br', 'if-none-match': 'W/"tag"' });
  expect([again.status, again.headers.etag, again.body.length]).toEqual([304, 'W/"tag"', 0]);
});

test('does not compress private responses and keeps their strong ETag', async () => {
  await using gateway = await startGateway(operations, service);
  const response = await get(`${gateway.url}/api/v1/private`, { 'accept-encoding': 'br, gzip' });
  expect(response.headers).not.toHaveProperty('content-encoding');
  expect([response.headers.etag, response.body.toString()]).toEqual(['"tag"', long]);
});
