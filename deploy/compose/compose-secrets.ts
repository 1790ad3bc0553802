import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { natsAuthorization, provisioner } from '../local/nats/users.ts';
import { type ServiceName, serviceDatabases, services } from '../local/services.ts';
import { loadSecrets, type Secrets } from '../local/settings/secrets.ts';
import { type Environment, type Settings, settingsFor } from '../local/settings/settings.ts';

type StoreKeys = { accessKey: string; secretKey: string };

export type ComposeSecrets = Secrets & {
  postgresPassword: string;
  objectStore: StoreKeys;
  checkpointStore: StoreKeys;
  natsClusterPassword: string;
  grafanaPassword: string;
};

const port = 8080;
const servicePorts = Object.fromEntries(services.map((name) => [name, port])) as Record<ServiceName, number>;

/** All settings of the services in the network of compose.yaml, where each host has the name of its service. */
export function composeSettings(secrets: ComposeSecrets): Settings {
  return settingsFor({
    hostOf: (part) => part,
    ports: { ...servicePorts, postgres: 5432, nats: 4222 },
    secrets,
    dirs: { evidence: '/data', audit: '/data' },
    mode: 'development',
    publicUrl: `http://127.0.0.1:${port}`,
    inherited: {
      EVIDENCE_STORE: 's3',
      S3_ACCESS_KEY: secrets.objectStore.accessKey,
      S3_SECRET_KEY: secrets.objectStore.secretKey,
      AUDIT_CHECKPOINT_S3_ENDPOINT: 'http://object-store:8333',
      AUDIT_CHECKPOINT_S3_ACCESS_KEY: secrets.checkpointStore.accessKey,
      AUDIT_CHECKPOINT_S3_SECRET_KEY: secrets.checkpointStore.secretKey,
    },
  });
}

/** Generated values, and addresses that hold one. */
export function isSecretSetting(name: string): boolean {
  return /_(KEY|SECRET|PASSWORD|PEPPER|TOKEN)$|^DATABASE_URL$/.test(name);
}

/** Later calls keep the secrets and write the files again: a new version may need more of them. */
export function loadComposeSecrets(folder: string): ComposeSecrets {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The files are readable for every user: see writeSecretFiles.
  if (statSync(folder).mode & 0o077)
    throw new Error(`Other users can open ${folder}. Run chmod 700 on it, or choose a new folder.`);
  const file = join(folder, 'compose.json');
  const stored = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const own = {
    postgresPassword: randomSecret(),
    objectStore: newStoreKeys(),
    checkpointStore: newStoreKeys(),
    natsClusterPassword: randomSecret(),
    grafanaPassword: randomSecret(),
    ...stored,
  };
  writeSecret(file, `${JSON.stringify(own, null, 2)}\n`, 0o600);
  return { ...own, ...loadSecrets(folder) };
}

/** The files that compose.yaml mounts, by name. Each container gets only its own. */
export function secretFiles(secrets: ComposeSecrets): Record<string, string> {
  const settings = composeSettings(secrets);
  const superuser = `postgres://postgres:${secrets.postgresPassword}@postgres:5432`;
  const owners = serviceDatabases.map((name) => [
    `migrate-${name}.env`,
    environmentFile({ DATABASE_OWNER_URL: settings.owners[name].DATABASE_OWNER_URL }),
  ]);
  // Neither service reaches a bucket of the other.
  const identities = [
    storeIdentity('evidence', secrets.objectStore, ['uploads', 'evidence']),
    storeIdentity('operations', secrets.checkpointStore, ['audit-checkpoints']),
  ];
  const ofServices = services.map((name) => [`${name}.env`, environmentFile(secretSettings(settings, name))]);
  return {
    ...Object.fromEntries(ofServices),
    'databases.env': environmentFile({
      POSTGRES_URL: superuser,
      ROLE_PASSWORDS: JSON.stringify(secrets.databasePasswords),
    }),
    ...Object.fromEntries(owners),
    'streams.env': environmentFile({ NATS_PROVISIONER_PASSWORD: secrets.natsPasswords[provisioner] }),
    'postgres-password': secrets.postgresPassword,
    'nats-users': natsAuthorization(secrets.natsPasswords),
    'nats-cluster': natsCluster(secrets.natsClusterPassword),
    'object-store.json': `${JSON.stringify({ identities })}\n`,
    'grafana-password': secrets.grafanaPassword,
  };
}

/** An account of SeaweedFS that creates its own buckets. */
function storeIdentity(name: string, keys: StoreKeys, buckets: string[]) {
  return { name, credentials: [keys], actions: buckets.map((bucket) => `Admin:${bucket}`) };
}

/** Readable for every user, because containers run as other users: the folder admits only its owner. */
export function writeSecretFiles(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) writeSecret(join(folder, name), text, 0o444);
}

function secretSettings(settings: Settings, service: ServiceName): Environment {
  return Object.fromEntries(Object.entries(settings.services[service]).filter(([name]) => isSecretSetting(name)));
}

/** `node --env-file` reads it. Values hold no single quote: they are base64url, URLs and JSON of them. */
function environmentFile(settings: Environment): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');
}

const natsServers = ['nats', 'nats-2', 'nats-3'];

function natsCluster(password: string): string {
  const routes = natsServers.map((host) => JSON.stringify(`nats://route:${password}@${host}:6222`));
  return `cluster {
  name: platform
  listen: 0.0.0.0:6222
  authorization { user: route, password: ${JSON.stringify(password)} }
  routes: [${routes.join(', ')}]
}
`;
}

function writeSecret(file: string, text: string, mode: number): void {
  const draft = `${file}.draft`;
  writeFileSync(draft, text, { mode });
  chmodSync(draft, mode);
  renameSync(draft, file);
}

function newStoreKeys(): StoreKeys {
  return { accessKey: randomBytes(10).toString('hex'), secretKey: randomSecret() };
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}
