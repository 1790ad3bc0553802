import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Starter = () => Promise<object & Partial<AsyncDisposable>>;

/** Starts each resource on first request, one at a time: apt allows only one installation. */
export async function serveResources(starters: Record<string, Starter>): Promise<{ url: string } & AsyncDisposable> {
  const started = new AsyncDisposableStack();
  const resources = new Map<string, Promise<object>>();
  let lastStart: Promise<unknown> = Promise.resolve();

  async function start(name: string): Promise<object> {
    const starter = starters[name];
    if (!starter) throw new Error(`Unknown resource "${name}". Add it to test/global-setup.ts.`);
    const resource = await starter();
    started.defer(async () => resource[Symbol.asyncDispose]?.());
    return resource;
  }

  function find(name: string): Promise<object> {
    const resource = resources.get(name) ?? lastStart.then(() => start(name));
    resources.set(name, resource);
    lastStart = resource.catch(() => {});
    return resource;
  }

  const server = createServer(async (request, response) => {
    const outcome = find(request.url?.slice(1) ?? '').then(
      (settings) => ({ settings }),
      (error) => ({ error: String(error) }),
    );
    response.setHeader('connection', 'close').end(JSON.stringify(await outcome));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await lastStart;
      await started.disposeAsync();
    },
  };
}
