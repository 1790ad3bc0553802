import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Milliseconds: a round takes about two seconds. */
const maxAge = 30_000;

/**
 * `/livez`: the process answers. `/readyz`: a round that found or created every stream ended within 30 s. Without NATS it is
 * not ready, and is not restarted: a restart brings no server back.
 */
export async function serveHealth(port: number, now: () => number = Date.now, host = '0.0.0.0') {
  let completedAt = Number.NEGATIVE_INFINITY;
  const server: Server = createServer(({ url }, response) => {
    const isReady = now() - completedAt < maxAge;
    response.statusCode = url === '/livez' || (url === '/readyz' && isReady) ? 200 : url === '/readyz' ? 503 : 404;
    response.end();
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    completed: () => {
      completedAt = now();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
