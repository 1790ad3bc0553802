import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { httpStatus } from '../../deploy/local/supervisor/liveness.ts';

export type LoadBalancer = AsyncDisposable & {
  /** Requests without a response, and responses from 500 with their body. Clients repeat those and hide them. */
  readonly failures: string[];
  areAllReady(): boolean;
};

/**
 * Sends each request to the next ready gateway and keeps connections open, as a load balancer does. It repeats nothing:
 * a connection that a gateway breaks is a broken connection of the client.
 */
export async function startLoadBalancer(port: number, backends: number[]): Promise<LoadBalancer> {
  const failures: string[] = [];
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<number>();
  let turn = 0;
  let isStopped = false;
  // One probe of a backend at a time, because a slow one would overwrite the result of a later one.
  const probe = async (backend: number) => {
    for (let misses = 0; !isStopped; ) {
      const status = await httpStatus(`http://127.0.0.1:${backend}/readyz`, 3000);
      misses = status === undefined ? misses + 1 : 0;
      // One that is not ready says so; an answer that is late on a busy machine says nothing.
      if (status === 200) ready.add(backend);
      else if (status !== undefined || misses > 2) ready.delete(backend);
      await delay(250);
    }
  };
  const probing = Promise.all(backends.map(probe));
  const server = createServer((incoming, outgoing) => {
    const candidates = [...ready];
    const backend = candidates[turn++ % candidates.length];
    const { method, url: path, headers } = incoming;
    const fail = (reason: unknown) => failures.push(`${method} ${path} of ${backend}: ${reason}`);
    if (backend === undefined) {
      fail('no backend is ready');
      return void outgoing.writeHead(502).end();
    }
    const forwarded = request({ host: '127.0.0.1', port: backend, agent, method, path, headers }, (response) => {
      const { statusCode = 502, rawHeaders } = response;
      let body = '';
      if (statusCode >= 500) {
        response.on('data', (chunk) => (body += chunk));
        response.once('end', () => fail(`${statusCode} ${body}`));
      }
      outgoing.writeHead(statusCode, rawHeaders);
      response.pipe(outgoing);
      response.once('error', (error) => {
        fail(error);
        outgoing.destroy();
      });
    });
    forwarded.once('error', (error) => {
      fail(error);
      outgoing.destroy();
    });
    incoming.pipe(forwarded);
  });
  server.keepAliveTimeout = 65_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    failures,
    areAllReady: () => ready.size === backends.length,
    async [Symbol.asyncDispose]() {
      isStopped = true;
      await probing;
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
