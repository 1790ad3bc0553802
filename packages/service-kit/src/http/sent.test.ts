import { once } from 'node:events';
import { person } from '@trust/service-testing/actors';
import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { reply } from './reply.ts';
import { routeFor } from './route.ts';

const route = routeFor<SampleApp>();

test('a response that nobody received, or HEAD, is not sent', async () => {
  const sent: string[] = [];
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  await using service = await startSample({
    getText: route(
      {
        method: 'get',
        path: '/texts/{name}',
        summary: 'Gets a text',
        access: 'public',
        params: z.object({ name: z.string() }),
        responds: { status: 200, body: z.object({ text: z.string() }).meta({ id: 'SentText' }) },
      },
      async ({ params: { name }, request: { incoming } }) => {
        if (name === 'broken') {
          ask();
          await once(incoming.socket, 'close');
        }
        return reply({ text: name }, { onSent: async () => void sent.push(name) });
      },
    ),
  });
  const abort = new AbortController();
  const broken = service.open('/texts/broken', { actor: person(), signal: abort.signal });
  await asked;
  abort.abort();
  await expect(broken).rejects.toThrow();
  expect((await service.open('/texts/head', { actor: person(), method: 'HEAD' })).status).toBe(200);
  expect((await service.get('/texts/whole')).body).toEqual({ text: 'whole' });
  await expect.poll(() => sent).toEqual(['whole']);
});
