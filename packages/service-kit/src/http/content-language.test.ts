import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { routeFor } from './route.ts';

const route = routeFor<SampleApp>();
const responds = { status: 200, body: z.object({ greeting: z.string() }).meta({ id: 'Greeting' }) };
const read = { method: 'get', summary: 'Greets', access: 'public', cache: 'public', responds } as const;
const routes = {
  getGreeting: route({ ...read, path: '/localised' }, async ({ request: { language } }) => ({
    greeting: { en: 'Hello', fr: 'Bonjour' }[language],
  })),
  getCode: route({ ...read, path: '/constant' }, async () => ({ greeting: 'hello' })),
};

let service: Awaited<ReturnType<typeof startSample>>;
beforeAll(async () => {
  service = await startSample(routes);
});
afterAll(() => service[Symbol.asyncDispose]());

const get = async (path: string, headers: Record<string, string>) => {
  const answer = await service.get(path, { headers });
  const [language, vary] = ['content-language', 'vary'].map((name) => answer.headers.get(name));
  return { status: answer.status, greeting: answer.body.greeting, language, vary };
};

test('a localised response has Content-Language and Vary', async () => {
  for (const [accepted, language, greeting] of [
    ['fr-BE, en;q=0.5', 'fr', 'Bonjour'],
    ['de', 'en', 'Hello'],
  ] as const) {
    const answer = await get('/localised', { 'accept-language': accepted });
    expect(answer).toMatchObject({ status: 200, greeting, language });
    expect(answer.vary).toMatch(/Accept-Language/);
  }
  const { headers } = await service.get('/localised');
  const again = await service.get('/localised', { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  expect([again.status, again.headers.get('content-language')]).toEqual([304, 'en']);
});

test('other responses have no Content-Language', async () => {
  expect(await get('/constant', { 'accept-language': 'fr' })).toMatchObject({ greeting: 'hello', language: null });
});
