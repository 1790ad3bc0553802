import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A dependency without which the service must not get traffic: resolves if it is there. */
export type ReadyCheck = () => Promise<unknown>;

/** The check that the connections to NATS and the consumers live (promise E5). */
export function flowing(...parts: { healthy(): boolean }[]): ReadyCheck {
  return async () => {
    if (!parts.every((part) => part.healthy())) throw new Error('Events are not flowing.');
  };
}

/** Runs every check; which one fails is told, why is not. */
export async function readiness(checks: Record<string, ReadyCheck>) {
  const results = await Promise.all(
    Object.entries(checks).map(
      async ([name, check]) =>
        [
          name,
          await check().then(
            () => 'ok',
            () => 'unavailable',
          ),
        ] as const,
    ),
  );
  return { ready: results.every(([, result]) => result === 'ok'), checks: Object.fromEntries(results) };
}

/** Listens with the limits of `reliability.md` §3 against slow and hostile clients (promise I6). Port 0 takes a free one. */
export async function listen(
  http: Parameters<typeof createServer>[1],
  port: number,
  host: string,
): Promise<{ server: Server; url: string }> {
  const server = createServer(
    {
      headersTimeout: 10_000,
      // A part of 5 MiB from a phone on a bad network takes its time; what comes before the body has to be quick.
      requestTimeout: 300_000,
      connectionsCheckingInterval: 5000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16_384,
    },
    http,
  );
  server.maxHeadersCount = 100;
  server.listen(port, host);
  await once(server, 'listening');
  return { server, url: `http://${host}:${(server.address() as AddressInfo).port}` };
}

/** Resolves at SIGTERM or SIGINT. A second signal ends the process at once. */
export async function untilTold(): Promise<void> {
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.abort());
}

/** Takes no more connections, lets what is under way finish (20 s at most), then cuts. */
export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), 20_000);
  await closed;
  clearTimeout(cut);
}
