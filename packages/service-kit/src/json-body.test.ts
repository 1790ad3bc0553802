import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { routeFor } from './route.ts';
import { type SampleApp, startSample } from './testing/sample-service.ts';

const route = routeFor<SampleApp>();
const routes = {
  putThing: route(
    {
      method: 'put',
      path: '/thing',
      summary: 'Takes JSON',
      access: 'public',
      body: z.strictObject({ name: z.string().max(10) }),
      responds: { status: 204 },
    },
    async () => undefined,
  ),
  putBytes: route(
    {
      method: 'put',
      path: '/bytes',
      summary: 'Takes bytes',
      access: 'public',
      rawBody: { maxBytes: 100, mediaTypes: ['application/octet-stream'] },
      responds: { status: 204 },
    },
    async ({ request }) => void (await buffer(request.incoming)),
  ),
};

let service: Awaited<ReturnType<typeof startSample>>;
beforeAll(async () => {
  service = await startSample(routes);
});
afterAll(() => service[Symbol.asyncDispose]());

async function put(text: string): Promise<unknown[]> {
  const headers = { 'content-type': 'application/json' };
  const { status, body } = await service.put('/thing', { rawBody: Buffer.from(text), headers });
  return [status, ...(body.errors ?? []).map(({ code }: { code: string }) => code)];
}

test('I1 a key that stands twice, or asks for the prototype, is refused', async () => {
  expect(await put('{"name":"a: \\":","name":"b"}')).toEqual([400, 'doubled_key']);
  expect(await put('{"name":"a","__proto__":{"name":"b"}}')).toEqual([400, 'unknown_field']);
  expect(await put('{"name":"a: \\":"}')).toEqual([204]);
});

test('I3 what is too long or too deep is refused, however valid it is otherwise, and so is anything after the body', async () => {
  expect(await put(`{"name":[${'1,'.repeat(500)}1]}`)).toEqual([400, 'too_big']);
  expect(await put(`{"name":[${'1,'.repeat(499)}1]}`)).toContain('invalid_type');
  expect(await put(`{"name":${'['.repeat(16)}${']'.repeat(16)}}`)).toEqual([400, 'too_deep']);
  expect(await put('{"name":"a"} {"name":"b"}')).toEqual([400, 'malformed']);
  expect(await put(`{"name":"${'x'.repeat(10_000_000)}"}`)).toEqual([413]);
});

test('I3 compressed bytes are not taken', async () => {
  const bytes = (headers: Record<string, string>) => service.put('/bytes', { rawBody: Buffer.from('bytes'), headers });
  for (const encoding of ['gzip', 'br', 'deflate', 'x'])
    expect((await bytes({ 'content-encoding': encoding })).status).toBe(415);
  expect((await bytes({ 'content-encoding': 'identity' })).status).toBe(204);
});
