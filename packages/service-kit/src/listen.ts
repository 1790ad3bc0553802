import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A dependency without which the service must not get traffic: resolves if it is there; with `degraded` if it will do for now. */
export type ReadyCheck = () => Promise<unknown>;

/** What a check may say beside its condition: counts, for operators. */
type Detailed = { condition: 'ok' | 'degraded'; details: Record<string, number> };

type Flow = { healthy(): boolean; degraded?(): boolean };

/** The check that the connections to NATS and the consumers live (promise E5), and that the stream has lost nothing (promise E6). */
export function eventsReady(...parts: Flow[]): ReadyCheck {
  return async () => {
    if (!parts.every((part) => part.healthy())) throw new Error('Events are not flowing.');
    return parts.some((part) => part.degraded?.()) ? 'degraded' : undefined;
  };
}

/** Runs every check; which one fails is told, why is not. */
export async function checkReadiness(checks: Record<string, ReadyCheck>) {
  const details: Record<string, Detailed['details']> = {};
  const results = await Promise.all(
    Object.entries(checks).map(
      async ([name, check]) =>
        [
          name,
          await check().then(
            (told) => {
              if (!isDetailed(told)) return told === 'degraded' ? 'degraded' : 'ok';
              details[name] = told.details;
              return told.condition;
            },
            () => 'unavailable',
          ),
        ] as const,
    ),
  );
  const ready = results.every(([, result]) => result !== 'unavailable');
  return { ready, checks: Object.fromEntries(results), details };
}

function isDetailed(told: unknown): told is Detailed {
  return typeof told === 'object' && told !== null && 'details' in told;
}

/** Milliseconds that a client may take; the numbers of `reliability.md` §3. A test makes them small. */
export type HttpTimeouts = { headersTimeout: number; requestTimeout: number; connectionsCheckingInterval: number };
const usualPatience: HttpTimeouts = {
  headersTimeout: 10_000,
  // A part of 5 MiB from a phone on a bad network takes its time; what comes before the body has to be quick.
  requestTimeout: 300_000,
  connectionsCheckingInterval: 5000,
};

/** Listens with limits against slow and hostile clients (promise I6). Port 0 takes a free one. */
export async function listen(
  http: Parameters<typeof createServer>[1],
  port: number,
  host: string,
  patience: HttpTimeouts = usualPatience,
): Promise<{ server: Server; url: string }> {
  const server = createServer({ ...patience, keepAliveTimeout: 65_000, maxHeaderSize: 16_384 }, http);
  server.maxHeadersCount = 100;
  server.listen(port, host);
  await once(server, 'listening');
  return { server, url: `http://${host}:${(server.address() as AddressInfo).port}` };
}

/**
 * Resolves at SIGTERM or SIGINT. A second signal ends the process at once, and so do `deadline` milliseconds after the first, whatever
 * is still under way: whoever has sent the signal would otherwise kill it at a moment of theirs (promise L6).
 */
export async function waitForShutdown(deadline: number): Promise<void> {
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  setTimeout(() => process.exit(1), deadline).unref();
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1));
}

/** Milliseconds from the signal to the cut of what is still under way: what is closed afterwards has the rest of the deadline. */
const drainTime = 20_000;

/**
 * Ends a server without dropping a request (promise L6): answers go on for `wait` milliseconds, each as its connection's last,
 * until whoever balances the load has seen that this one is not ready; then it takes no more, stops what `stopTaking` stops, and lets
 * finish what is under way.
 */
export async function closeServer(
  server: Server,
  wait = 0,
  stopTaking?: () => PromiseLike<void> | undefined,
): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), drainTime);
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  if (wait > 0) await delay(wait);
  const closed = once(server, 'close');
  server.close();
  const stopped = stopTaking?.();
  // Again and again: a connection that is busy now falls idle when its answer is out.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  await Promise.all([closed, stopped]);
  clearInterval(sweep);
  clearTimeout(cut);
}
