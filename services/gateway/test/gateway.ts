import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { internalSecretHeader } from '@trust/contracts/actor';
import { closeServer, listen } from '@trust/service-kit/listen';
import { openLog } from '@trust/service-kit/log';
import type { OpenApiDocument } from '@trust/service-kit/openapi';
import { gatewayHttp } from '../src/app.ts';
import { type ServiceName, services } from '../src/config.ts';
import { openUpstream } from '../src/proxy.ts';
import { routerOf } from '../src/routing.ts';
import { openSessions } from '../src/session.ts';

export const assertion = 'the.actor.assertion';
export const token = 'a-token-that-identity-knows-0123456789';
export const internalSecret = 'shared-by-gateway-and-identity';

/** Identity and one service as plain servers, which show what the gateway sends; in front of them the real gateway. */
export async function startGateway(operations: Record<string, object>, answer: RequestListener) {
  const seen: IncomingMessage[] = [];
  let lookUps = 0;
  let known = true;
  const identity = await plainServer((request, response) => {
    lookUps += 1;
    const isGateway = request.headers[internalSecretHeader] === internalSecret;
    response.statusCode = !isGateway ? 401 : known ? 200 : 404;
    response.end(JSON.stringify({ assertion, sessionId: 's', userId: 'u' }));
  });
  const service = await plainServer((request, response) => {
    seen.push(request);
    answer(request, response);
  });

  const paths = Object.fromEntries(
    Object.entries(operations).map(([name, more]) => {
      const [method = '', path = ''] = name.split(' ');
      return [path, { [method.toLowerCase()]: { 'x-service': 'provider', 'x-access': 'public', ...more } }];
    }),
  );
  const contract = { openapi: '3.1.0', info: { title: 't', version: '1' }, paths } as OpenApiDocument;
  const router = routerOf(contract);
  let clock = 0;
  const sessions = openSessions({ identityUrl: identity.url, secret: internalSecret, now: () => clock });
  const { server, url } = await listen(
    gatewayHttp({
      contract: { current: () => contract },
      router: () => router,
      sessions,
      upstreams: Object.fromEntries(services.map((name) => [name, openUpstream(service.url)])) as Record<
        ServiceName,
        ReturnType<typeof openUpstream>
      >,
      ready: {},
      requestsPerMinute: 1000,
      publicUrl: 'http://trust.test',
      log: openLog('gateway', 'silent'),
    }),
    0,
    '127.0.0.1',
  );
  return {
    url,
    seen,
    sessions,
    identity,
    service,
    lookUps: () => lookUps,
    revoke: () => {
      known = false;
    },
    pass: (milliseconds: number) => {
      clock += milliseconds;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([closeServer(server), identity.close(), service.close()]);
    },
  };
}

async function plainServer(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
