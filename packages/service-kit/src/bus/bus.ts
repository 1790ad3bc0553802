import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { type JetStreamClient, type JetStreamManager, jetstream } from '@nats-io/jetstream';
import {
  connect,
  errors,
  type NatsConnection,
  type NodeConnectionOptions,
  type TlsOptions,
  usernamePasswordAuthenticator,
} from '@nats-io/transport-node';
import { gauges } from '../observability/meter.ts';
import { type Secret, valuesOf } from '../sealing/secret.ts';
import { trustOwnCa } from '../tls/certificates.ts';
import { tlsFaultOf } from '../tls/tls-fault.ts';
import { openPublisher, type Publish } from './publisher.ts';

type Log = { warn(message: string): void; info(message: string): void };

/** `url`: several servers of a cluster with commas between. With a password, `name` is also the NATS user. */
export type BusOptions = {
  url: string;
  name: string;
  /** During a rotation both are tried. */
  password?: Secret;
  log?: Log;
};

const waitingNoticeMs = 2000;

export type Bus = AsyncDisposable & {
  readonly nc: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  readonly publish: Publish;
  healthy(): boolean;
};

/** Connects and reconnects without limit; the client's default is 20 s (promise E5). Throws if NATS refuses user or password. */
export async function openBus({ url, name, password, log }: BusOptions): Promise<Bus> {
  const notice = setTimeout(() => log?.warn('Waiting for NATS'), waitingNoticeMs);
  trustOwnCa();
  const servers = url.split(',');
  const passwords = password === undefined ? [] : valuesOf(password);
  let turn = 0;
  const nc = await connectWhenItRuns(passwords.length, {
    servers,
    name,
    // Every attempt takes the next password: the server refuses one of them at each stage of a rotation.
    ...(passwords.length > 0 && {
      authenticator: usernamePasswordAuthenticator(name, () => passwords[turn++ % passwords.length] ?? ''),
    }),
    ignoreAuthErrorAbort: passwords.length > 1,
    ...(servers.some((server) => server.startsWith('tls:')) && { tls: namedAs(servers) }),
    // Users may only read their own inboxes.
    inboxPrefix: inboxPrefixOf(name),
    // Per attempt: a server that dies during the greeting would cost 20 s.
    timeout: 3000,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 250,
    pingInterval: 10_000,
    maxPingOut: 2,
    // Stack traces cost a quarter of the time of a publish.
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
        log?.info('Reconnected to NATS server');
      }
    }
  })();
  // A draining connection throws on `publish`.
  const healthy = () => connected && !nc.isDraining() && !nc.isClosed();
  const measuring = gauges({ 'trust.nats.connected': '{connection}' }, async () => [
    { name: 'trust.nats.connected', value: healthy() ? 1 : 0 },
  ]);
  return {
    nc,
    js,
    jsm: await js.jetstreamManager(false),
    publish: openPublisher(nc, { inboxPrefix: inboxPrefixOf(name) }),
    healthy,
    [Symbol.asyncDispose]() {
      measuring[Symbol.dispose]();
      // Without a connection, `drain` would never return.
      return connected && !nc.isClosed() ? nc.drain() : nc.close();
    },
  };
}

/** The client's own wait for the first connection would hide a wrong password for ever. */
async function connectWhenItRuns(passwords: number, options: NodeConnectionOptions): Promise<NatsConnection> {
  for (let refusals = 0; ; ) {
    try {
      return await connect(options);
    } catch (error) {
      if (error instanceof errors.AuthorizationError && ++refusals < passwords) continue;
      if (error instanceof errors.AuthorizationError)
        throw new Error(`NATS refuses the user ${options.name}. Correct its password (NATS_PASSWORD).`, {
          cause: error,
        });
      const reason = tlsFaultOf(error);
      if (reason)
        throw new Error(`The connection to NATS cannot be encrypted: ${reason}. Correct NATS_URL or TLS_CA_FILE.`, {
          cause: error,
        });
      if (error instanceof errors.InvalidArgumentError || error instanceof TypeError) throw error;
      await delay(randomInt(250, 500));
    }
  }
}

/** A server of the cluster has one of the names that the operator set: it may announce others by their addresses. */
function namedAs(servers: readonly string[]): TlsOptions {
  const hosts = servers.map((server) => new URL(server).hostname);
  const check = (_host: string, certificate: PeerCertificate) => {
    const faults = hosts.map((host) => checkServerIdentity(host, certificate));
    return faults.includes(undefined) ? undefined : faults[0];
  };
  return { checkServerIdentity: check } as TlsOptions;
}

export function inboxPrefixOf(name: string): string {
  return `_INBOX_${name}`;
}
