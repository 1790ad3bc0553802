import { expect, test } from 'vitest';
import { createTrustClient } from './client.ts';

type Sent = { method: string; address: string; type: string | null; text: string };

function recording(headers: Record<string, string> = {}) {
  const sent: Sent[] = [];
  const fetch = async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const type = request.headers.get('content-type');
    sent.push({ method: request.method, address: pathname + search, type, text: await request.text() });
    return new Response(null, { status: 204 });
  };
  return { sent, client: createTrustClient({ baseUrl: 'http://trust.test', fetch, headers }) };
}

test('encodes parameters of path and query, repeats lists and leaves out what is undefined', async () => {
  const { client, sent } = recording();
  await client.api.getProvider({ params: { path: { providerId: 'a/b?c' } } });
  const query = { claim: ['identity', 'trade & more'], category: 'électricien', cursor: undefined } as never;
  await client.api.searchProviders({ params: { query } });
  expect(sent.map(({ address }) => address)).toEqual([
    '/api/v1/providers/a%2Fb%3Fc',
    '/api/v1/public/providers/search?claim=identity&claim=trade+%26+more&category=%C3%A9lectricien',
  ]);
});

test('sends a body as JSON, a file as it is, and no type without a body', async () => {
  const { client, sent } = recording();
  await client.api.patchProfile({ body: { summary: 'Élan' } });
  const path = { uploadToken: 'token', partNumber: 1 } as never;
  await client.api.putUploadPart({ params: { path }, body: new Blob(['bytes'], { type: 'application/pdf' }) });
  await client.api.logout();
  expect(sent.map(({ method, type, text }) => [method, type, text])).toEqual([
    ['PATCH', 'application/json', '{"summary":"Élan"}'],
    ['PUT', 'application/pdf', 'bytes'],
    ['POST', null, ''],
  ]);
});

test('throws for a missing parameter of the path, instead of sending another address', async () => {
  const { client, sent } = recording();
  for (const providerId of [undefined, ''])
    await expect(client.api.getProvider({ params: { path: { providerId: providerId as string } } })).rejects.toThrow(
      '`params.path.providerId` of /api/v1/providers/{providerId} is missing.',
    );
  expect(sent).toEqual([]);
});

test('a repeated sign-in keeps its key, and another code has another one', async () => {
  const keys: (string | null)[] = [];
  const fetch = async (request: Request) => {
    keys.push(request.headers.get('idempotency-key'));
    throw new TypeError('fetch failed');
  };
  const client = createTrustClient({ baseUrl: 'http://trust.test', fetch, retry: { attempts: 2, random: () => 0 } });
  for (const code of ['041873', '041873', '041874'])
    await expect(client.signIn('one', { code })).rejects.toThrow('got no response');
  expect(new Set(keys.slice(0, 4)).size).toBe(1);
  expect(new Set(keys).size).toBe(2);
  expect(keys).toHaveLength(6);
});
