import { buffer } from 'node:stream/consumers';
import { person } from '@trust/service-testing/actors';
import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { routeFor } from './route.ts';

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
  getNothing: route(
    { method: 'get', path: '/nothing', summary: 'Takes none', access: 'public', responds: { status: 204 } },
    async () => undefined,
  ),
  deleteNothing: route(
    { method: 'delete', path: '/nothing', summary: 'Takes none', access: 'session', responds: { status: 204 } },
    async () => undefined,
  ),
};

let service: Awaited<ReturnType<typeof startSample>>;
beforeAll(async () => {
  service = await startSample(routes);
});
afterAll(() => service[Symbol.asyncDispose]());

async function put(content: string | Buffer, type = 'application/json'): Promise<unknown[]> {
  const headers = { 'content-type': type };
  const { status, body } = await service.put('/thing', { rawBody: Buffer.from(content), headers });
  return [status, ...(body.errors ?? []).map(({ code }: { code: string }) => code)];
}

test('I1 refuses duplicate keys and prototype keys', async () => {
  expect(await put('{"name":"a: \\":","name":"b"}')).toEqual([400, 'doubled_key']);
  expect(await put('{"name":"a","__proto__":{"name":"b"}}')).toEqual([400, 'unknown_field']);
  expect(await put('{"name":"a: \\":"}')).toEqual([204]);
});

test('I3 refuses a body that is too long or too deep, and data after it', async () => {
  expect(await put(`{"name":[${'1,'.repeat(500)}1]}`)).toEqual([400, 'too_big']);
  expect(await put(`{"name":[${'1,'.repeat(499)}1]}`)).toContain('invalid_type');
  expect(await put(`{"name":${'['.repeat(16)}${']'.repeat(16)}}`)).toEqual([400, 'too_deep']);
  expect(await put('{"name":"a"} {"name":"b"}')).toEqual([400, 'malformed']);
  expect(await put(`{"name":"${'x'.repeat(10_000_000)}"}`)).toEqual([413]);
});

test.each([
  ['application/json; charset=utf-8', 204],
  ['application/json;charset="UTF-8"', 204],
  ['application/json; charset=utf-7', 415],
  ['application/json; charset=utf-16', 415],
  ['application/json; charset=utf-16le', 415],
  ['application/json; charset=iso-8859-1', 415],
  ['application/json-patch+json', 415],
  ['application/x-www-form-urlencoded', 415],
  ['nonsense', 415],
])('I1 a body of %s is %i', async (type, status) => {
  expect(await put('{"name":"a"}', type)).toEqual([status]);
});

test('I1 rejects a body that is not UTF-8', async () => {
  const inName = (...bytes: number[]) =>
    Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]);
  for (const bytes of [[0xff], [0xc3], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]])
    expect(await put(inName(...bytes))).toEqual([400, 'malformed']);
  expect(await put(inName(0xc3, 0xa9))).toEqual([204]);
  expect(await put(Buffer.from('{"name":"a"}', 'utf16le'))).toEqual([400, 'malformed']);
  expect(await put(Buffer.from('\ufeff{"name":"a"}', 'utf16le'))).toEqual([400, 'malformed']);
});

test('I3 refuses compressed bytes', async () => {
  const bytes = (headers: Record<string, string>) => service.put('/bytes', { rawBody: Buffer.from('bytes'), headers });
  for (const encoding of ['gzip', 'br', 'deflate', 'x'])
    expect((await bytes({ 'content-encoding': encoding })).status).toBe(415);
  expect((await bytes({ 'content-encoding': 'identity' })).status).toBe(204);
});

test.each([
  ['nothing', '', 204],
  ['an empty object', '{}', 204],
  ['an empty object with spaces', ' { }\n', 204],
  ['a field', '{"reason":"It is late."}', 400],
  ['a list', '[]', 400],
  ['text', 'reason=late', 400],
  ['more bytes than a body may have', ' '.repeat(200_000), 400],
])('I1 a route that takes no body answers %s', async (_name, content, status) => {
  const sent = { rawBody: Buffer.from(content), actor: person() };
  for (const type of ['application/json', 'text/plain']) {
    const answer = await service.call('delete', '/nothing', { ...sent, headers: { 'content-type': type } });
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body.errors).toMatchObject([{ field: 'body', code: 'unexpected_body' }]);
  }
});

test('I1 a route that takes no body refuses a body only after the actor', async () => {
  const sent = { rawBody: Buffer.from('{"a":1}') };
  expect((await service.call('delete', '/nothing', sent)).status).toBe(401);
  expect((await service.call('get', '/nothing')).status).toBe(204);
});
