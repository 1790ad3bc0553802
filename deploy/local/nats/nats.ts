import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { connect as connectToNats, type TlsOptions } from '@nats-io/transport-node';
import { inboxPrefixOf } from '@trust/service-kit/bus/bus';
import type { Packages } from '../packages/find-packages.ts';
import { freePort } from '../ports.ts';
import { Child, type ChildOptions } from '../supervisor/child.ts';
import { type NatsPasswords, natsAuthorization, provisioner } from './users.ts';

export type NatsOptions = {
  server: Packages['natsServer'];
  dataDir: string;
  /** Fixed, so that clients find the server after a restart. */
  port?: number;
  /** Serves `/varz` and `/healthz` on this machine; nothing by default. */
  monitoringPort?: number;
  durable: boolean;
  /** Without passwords every client has all permissions, for tests of the kit. */
  passwords?: NatsPasswords;
  cluster?: ClusterNode;
  logFile?: string;
  /** Files in PEM: the server then accepts clients with TLS only. */
  certificate?: { TLS_CERT_FILE: string; TLS_KEY_FILE: string };
};

/** `port`: for other nodes. `peers`: their ports, with its own. */
export type ClusterNode = { name: string; port: number; peers: number[] };

export type Nats = AsyncDisposable & {
  port: number;
  url: string;
  stop(): Promise<void>;
};

export async function startNats(options: NatsOptions, childOptions: ChildOptions = {}): Promise<Nats> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const port = options.port ?? (await freePort());
  const configFile = join(dataDir, 'nats.conf');
  writeFileSync(configFile, natsConfig({ ...options, dataDir, port }), { mode: 0o600 });

  const child = await Child.start(
    {
      name: 'nats-server',
      command: [options.server.file, '-c', configFile],
      cwd: dataDir,
      env: { PATH: process.env.PATH ?? '', TZ: 'UTC' },
      logFile: options.logFile ?? join(dataDir, 'nats.log'),
      isReady: () => isListening(port),
      readyWithinMs: 60_000,
      // A server whose folder was deleted or whose disk was full still listens, but stores nothing until it starts again.
      liveness: {
        everyMs: 2_000,
        withinMs: 5_000,
        maxMisses: 3,
        isLive: async (withinMs) =>
          existsSync(join(dataDir, 'jetstream')) && answersJetStream({ ...options, port }, withinMs),
      },
      stopSignal: 'SIGTERM',
      stopWithinMs: 10_000,
    },
    { stopWithParent: !options.durable, ...childOptions },
  );
  const stop = () => child.stop();
  return { port, url: `nats://127.0.0.1:${port}`, stop, [Symbol.asyncDispose]: stop };
}

export function natsConfig({
  server,
  dataDir,
  port,
  monitoringPort,
  durable,
  passwords,
  cluster,
  certificate,
}: NatsOptions & { port: number }): string {
  return `server_name: ${cluster?.name ?? 'local'}
listen: 127.0.0.1:${port}
${monitoringPort === undefined ? '' : `http: 127.0.0.1:${monitoringPort}\n`}jetstream {
  store_dir: ${JSON.stringify(dataDir)}
  # The default is a share of the free space at the start: on a full disk the server would leave out its streams.
  max_file_store: 1TB
${durable ? syncSetting(server.version) : ''}}
${certificate ? tlsConfig(certificate) : ''}${passwords ? natsAuthorization(passwords) : ''}${cluster ? clusterConfig(cluster) : ''}`;
}

function tlsConfig({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key }: Required<NatsOptions>['certificate']): string {
  return `tls { cert_file: ${JSON.stringify(cert)}, key_file: ${JSON.stringify(key)} }\n`;
}

function clusterConfig({ port, peers }: ClusterNode): string {
  const routes = peers.map((peer) => `nats://127.0.0.1:${peer}`);
  return `cluster { name: local, listen: "127.0.0.1:${port}", routes: ${JSON.stringify(routes)} }\n`;
}

// Servers before 2.10 reject `always` and sync once a minute. No event is lost: a killed process
// leaves its writes to the system, and after a power cut the outboxes publish again.
function syncSetting(version: string): string {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 2 || minor >= 10 ? '  sync_interval: always\n' : '';
}

/** Asks for the sum of all streams, so that one which waits for its disk delays the answer. */
export async function answersJetStream(
  { port, passwords, certificate }: Pick<NatsOptions, 'passwords' | 'certificate'> & { port: number },
  withinMs: number,
): Promise<boolean> {
  const user = passwords && { user: provisioner, pass: passwords[provisioner] };
  // The name is not checked: this process started the server itself.
  const tls = certificate && { tls: { rejectUnauthorized: false } as TlsOptions };
  const inboxPrefix = inboxPrefixOf(provisioner);
  try {
    const connection = await connectToNats({ port, timeout: withinMs, reconnect: false, inboxPrefix, ...user, ...tls });
    const answer = connection.request('$JS.API.INFO', undefined, { timeout: withinMs });
    return await answer.then(() => true).finally(() => connection.close());
  } catch {
    return false;
  }
}

/** The server sends its INFO line only once JetStream has recovered its streams. */
function isListening(port: number, withinMs = 2_000): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: withinMs });
    const finish = (ready: boolean) => {
      socket.destroy();
      resolve(ready);
    };
    socket.once('data', (chunk) => finish(chunk.includes('INFO ') && chunk.includes('"jetstream":true')));
    socket.once('error', () => finish(false));
    socket.once('timeout', () => finish(false));
    socket.once('close', () => finish(false));
  });
}
