import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { internalSecretHeader } from '@trust/contracts/actor';
import { closeServer, listen } from '@trust/service-kit/listen';
import { openLog } from '@trust/service-kit/observability/log';
import { internalSecret } from '@trust/service-testing/gateway';
import { publicApi } from '../src/api/public-api.ts';
import { type Website, websiteHttp } from '../src/app.ts';

type Options = Partial<Omit<Website, 'gatewaySecret'>>;

/** The website behind a gateway that has admitted each request. `respond` answers what it asks the API. */
export async function startWebsite(respond: RequestListener, options: Options = {}) {
  const gateway = await plainServer(respond);
  const http = websiteHttp({
    api: publicApi(gateway.url, internalSecret),
    gatewaySecret: internalSecret,
    publicUrl: 'http://trust.test',
    clientFolder: '/nonexistent',
    isDevelopment: false,
    admits: () => true,
    ready: {},
    log: openLog('website', 'silent'),
    ...options,
  });
  const asGateway: RequestListener = (request, response) => {
    request.headers[internalSecretHeader] ??= internalSecret;
    request.headers['x-forwarded-for'] ??= '203.0.113.7';
    http(request, response);
  };
  const { server, url } = await listen(asGateway, 0, '127.0.0.1');
  return {
    url,
    gateway,
    async [Symbol.asyncDispose]() {
      await Promise.all([closeServer(server), gateway.close()]);
    },
  };
}

export async function plainServer(listener: RequestListener) {
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
