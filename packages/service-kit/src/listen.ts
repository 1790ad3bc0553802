import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Certificate } from './tls/certificates.ts';

/** Rejects while the service must not get traffic. Resolves with `degraded` if it may continue. */
export type ReadyCheck = () => Promise<unknown>;

type Detailed = { condition: 'ok' | 'degraded'; details: Record<string, number> };

type Flow = { healthy(): boolean; degraded?(): boolean };

/**
 * Checks NATS connections and consumers (promise E5) and stream losses (promise E6). After the first success a failure
 * only degrades: all replicas lose NATS together, and requests need only the outbox (promise F2).
 */
export function eventsReady(...parts: Flow[]): ReadyCheck {
  let hasBeenHealthy = false;
  return async () => {
    const isHealthy = parts.every((part) => part.healthy());
    hasBeenHealthy ||= isHealthy;
    if (!hasBeenHealthy) throw new Error('NATS or a consumer is disconnected.');
    return !isHealthy || parts.some((part) => part.degraded?.()) ? 'degraded' : undefined;
  };
}

/** Runs every check. The result names the failed ones without the reason. */
export async function checkReadiness(checks: Record<string, ReadyCheck>) {
  const details: Record<string, Detailed['details']> = {};
  async function conditionOf(name: string, check: ReadyCheck) {
    try {
      const result = await check();
      if (!isDetailed(result)) return result === 'degraded' ? 'degraded' : 'ok';
      details[name] = result.details;
      return result.condition;
    } catch {
      return 'unavailable';
    }
  }
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await conditionOf(name, check)] as const),
  );
  const ready = results.every(([, result]) => result !== 'unavailable');
  return { ready, checks: Object.fromEntries(results), details };
}

const isDetailed = (result: unknown): result is Detailed => result instanceof Object && 'details' in result;

/** Milliseconds that a client may take (docs/domain/wire-conventions.md 14). */
export type HttpTimeouts = { headersTimeout: number; requestTimeout: number; connectionsCheckingInterval: number };
export const defaultTimeouts: HttpTimeouts = {
  headersTimeout: 10_000,
  // A part of 5 MiB at the gateway's minimum rate takes 325 s (ADR 0028).
  requestTimeout: 360_000,
  connectionsCheckingInterval: 5000,
};

/** With a certificate it listens with HTTPS. */
export type ListenOptions = Partial<HttpTimeouts> & { certificate?: Certificate | undefined };

const connections = new WeakMap<Server, Set<Socket>>();

/** Listens with limits against slow and hostile clients (promise I6). Port 0 takes a free port. */
export async function listen(
  http: Parameters<typeof createServer>[1],
  port: number,
  host: string,
  { certificate, ...timeouts }: ListenOptions = defaultTimeouts,
): Promise<{ server: Server; url: string }> {
  const limits = { ...defaultTimeouts, ...timeouts, keepAliveTimeout: 65_000, maxHeaderSize: 16_384 };
  const options = { ...limits, optimizeEmptyRequests: true };
  const server = certificate
    ? createTlsServer({ ...options, ...certificate, minVersion: 'TLSv1.2' }, http)
    : createServer(options, http);
  server.maxHeadersCount = 100;
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on('connection', (socket) => open.add(socket.once('close', () => open.delete(socket))));
  server.listen(port, host);
  await once(server, 'listening');
  return { server, url: `${certificate ? 'https' : 'http'}://${host}:${(server.address() as AddressInfo).port}` };
}

/** A second signal, or `deadline` milliseconds, then force the exit (promise L6). */
export async function waitForShutdown(deadline: number): Promise<void> {
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  setTimeout(() => process.exit(1), deadline).unref();
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1));
}

/** Milliseconds; the rest of the deadline is for closing resources. */
const drainTime = 20_000;

/** Drops no request (promise L6): still responds for `delayMs`, with `Connection: close`. */
export async function closeServer(
  server: Server,
  delayMs = 0,
  stopConsuming?: () => PromiseLike<void> | undefined,
): Promise<void> {
  setTimeout(() => server.closeAllConnections(), drainTime).unref();
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  if (delayMs > 0) await delay(delayMs);
  const closed = once(server, 'close');
  server.close();
  const stopped = stopConsuming?.();
  // Repeated: a busy connection becomes idle after its response.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  // Node counts a connection as idle only after its first request; clients open some in advance.
  setTimeout(() => {
    for (const socket of connections.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
  }, 1000).unref();
  await Promise.all([closed, stopped]);
  clearInterval(sweep);
}
