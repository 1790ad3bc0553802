import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { routeFor } from './route.ts';

const routes = {
  getThing: routeFor<SampleApp>()(
    {
      method: 'get',
      path: '/things/{thingId}',
      summary: 'Takes a UUID',
      access: 'public',
      params: z.object({ thingId: z.uuid() }),
      responds: { status: 200, body: z.object({ id: z.string() }) },
    },
    async ({ params }) => ({ id: params.thingId }),
  ),
};
let service: Awaited<ReturnType<typeof startSample>>;
beforeAll(async () => {
  service = await startSample(routes);
});
afterAll(() => service[Symbol.asyncDispose]());

test.each(['not-a-uuid', '%20', 'x'.repeat(300)])(
  'a malformed id in a path is 404, like one that does not exist: %s',
  async (id) => {
    const answer = await service.get(`/things/${id}`);
    expect(answer).toMatchObject({ status: 404, body: { type: 'http://trust.test/problems/not-found', errors: [] } });
  },
);
