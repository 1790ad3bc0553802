import { type JetStreamClient, type JetStreamManager, jetstream } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Log } from '../observability/log.ts';

/** `name` is the NATS user as well, where there is a password. */
export type BusOptions = {
  url: string;
  name: string;
  password?: string;
  /** Told when the server cannot be reached, and when it can be again. */
  log?: Pick<Log, 'warn' | 'info'>;
};

const waitingNoticeMs = 2000;

/** A connection to NATS. `nc` for plain messages, `js` and `jsm` for JetStream. */
export type Bus = AsyncDisposable & {
  readonly nc: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  /** Whether the server is within reach, for readiness. */
  healthy(): boolean;
};

/**
 * Connects, waiting for the server as long as it takes, and reconnects for ever: the client's own defaults give up after 20 s
 * (promise E5). A server that hangs is noticed after two pings of 10 s.
 */
export async function openBus({ url, name, password, log }: BusOptions): Promise<Bus> {
  const notice = setTimeout(() => log?.warn('Waiting for NATS'), waitingNoticeMs);
  const nc = await connect({
    servers: url,
    name,
    ...(password && { user: name, pass: password }),
    // Each user may read replies to itself only, so each has inboxes of its own.
    inboxPrefix: inboxPrefixOf(name),
    waitOnFirstConnect: true,
    // For one attempt: a server that dies while it greets would otherwise cost 20 s.
    timeout: 3000,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 250,
    pingInterval: 10_000,
    maxPingOut: 2,
    // Where a request began costs two stack traces a message, a quarter of what publishing one takes.
    noAsyncTraces: true,
  }).finally(() => clearTimeout(notice));
  const js = jetstream(nc, { timeout: 5000 });
  let connected = true;
  void (async () => {
    for await (const { type } of nc.status()) {
      if (type === 'disconnect' || type === 'staleConnection') {
        connected = false;
        log?.warn('Waiting for NATS');
      }
      if (type === 'reconnect') {
        connected = true;
        log?.info('Connected to NATS again');
      }
    }
  })();
  return {
    nc,
    js,
    jsm: await js.jetstreamManager(false),
    healthy: () => connected && !nc.isClosed(),
    // Draining waits for the server's answer, which without a connection would never come.
    [Symbol.asyncDispose]: () => (connected && !nc.isClosed() ? nc.drain() : nc.close()),
  };
}

/** Where replies to a user come: `<prefix>.>`. */
export function inboxPrefixOf(name: string): string {
  return `_INBOX_${name}`;
}
