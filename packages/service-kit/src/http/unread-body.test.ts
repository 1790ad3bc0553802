import { Agent, request } from 'node:http';
import { gatewayProof } from '@trust/service-testing/gateway';
import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { expect, test } from 'vitest';
import { unavailable } from '../problems/problem.ts';
import { routeFor } from './route.ts';

const mebibyte = 1024 * 1024;
const route = routeFor<SampleApp>();

/** Stops reading after the first bytes, as a store whose disk is full. */
const putPart = route(
  {
    method: 'put',
    path: '/part',
    summary: 'Reads a part of the bytes',
    access: 'public',
    rawBody: { maxBytes: mebibyte, mediaTypes: ['application/octet-stream'] },
    responds: { status: 204 },
  },
  async ({ request: { incoming } }) => {
    for await (const _chunk of incoming.iterator({ destroyOnReturn: false }))
      throw unavailable({ upstream: 'object store', reason: 'no room' });
  },
);

test('a connection whose body was not read answers the next request', async () => {
  await using service = await startSample({ putPart });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const put = () =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { 'content-type': 'application/octet-stream', ...gatewayProof };
      const sending = request(`${service.url}/api/v1/part`, { method: 'PUT', agent, headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode));
      });
      sending.once('error', reject).end(Buffer.alloc(200_000));
    });
  expect([await put(), await put(), await put()]).toEqual([503, 503, 503]);
  agent.destroy();
});
