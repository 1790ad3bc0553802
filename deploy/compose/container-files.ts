import { createHash } from 'node:crypto';
import { eventsCommand, natsAuthorization, provisioner } from '../local/nats/users.ts';
import { serviceDatabases, services } from '../local/services.ts';
import type { Environment } from '../local/settings/settings.ts';
import { alertmanagerConfig } from './alertmanager.ts';
import type { ComposeSecrets, StoreKeys } from './compose-secrets.ts';
import { backupSettings, composeSettings } from './compose-settings.ts';

/** The files that compose.yaml mounts, by name. Each container gets only its own. */
export function containerFiles(secrets: ComposeSecrets, operator: Environment = {}): Record<string, string> {
  const settings = composeSettings(secrets, operator);
  const superuser = `postgres://postgres:${secrets.postgresPassword}@postgres:5432`;
  const owners = serviceDatabases.map((name) => [
    `migrate-${name}.env`,
    environmentFile({ DATABASE_OWNER_URL: settings.owners[name].DATABASE_OWNER_URL }),
  ]);
  // Neither service reaches a bucket of the other.
  const identities = [
    storeIdentity('evidence', secrets.objectStore, ['uploads', 'evidence']),
    storeIdentity('operations', secrets.checkpointStore, ['audit-checkpoints']),
    storeReader('backup', secrets.backupReader, settings.services.evidence.S3_EVIDENCE_BUCKET ?? 'evidence'),
  ];
  const ofServices = services.map((name) => [`${name}.env`, environmentFile(settings.services[name])]);
  const files = {
    ...Object.fromEntries(ofServices),
    'databases.env': environmentFile({
      POSTGRES_URL: superuser,
      ROLE_PASSWORDS: JSON.stringify({
        ...secrets.databasePasswords,
        monitor: secrets.monitorPassword,
        backup: secrets.backupPassword,
        maintenance: secrets.maintenancePassword,
      }),
    }),
    'partitions.env': environmentFile({
      POSTGRES_URL: `postgres://maintenance:${secrets.maintenancePassword}@postgres:5432`,
    }),
    'backup.env': environmentFile(backupSettings(secrets, settings.services.evidence, operator)),
    ...Object.fromEntries(owners),
    'streams.env': environmentFile({
      NATS_URL: operator.NATS_URL ?? 'nats://nats:4222',
      NATS_PROVISIONER_PASSWORD: secrets.natsPasswords[provisioner],
      STREAM_REPLICAS: operator.STREAM_REPLICAS ?? '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: settings.services.gateway.OTEL_EXPORTER_OTLP_ENDPOINT ?? '',
    }),
    'events.env': environmentFile({
      NATS_URL: operator.NATS_URL ?? 'nats://nats:4222',
      NATS_PASSWORD: secrets.natsPasswords[eventsCommand],
      EVENTS_COMMAND_PASSWORD: secrets.natsPasswords[eventsCommand],
    }),
    'postgres-password': secrets.postgresPassword,
    'nats-users': natsAuthorization(secrets.natsPasswords),
    'nats-cluster': natsCluster(secrets.natsClusterPassword),
    'object-store.json': `${JSON.stringify({ identities })}\n`,
    'grafana-password': secrets.grafanaPassword,
    'postgres-monitor': secrets.monitorPassword,
    'alertmanager.yml': alertmanagerConfig(operator),
  };
  return { ...files, ...digestsOf(files) };
}

/** Compose creates a container again if a file of `env_file` changed, and does not look into mounted ones. */
function digestsOf(files: Record<string, string>): Record<string, string> {
  const mounted = [
    ...services.map((name) => `${name}.env`),
    'streams.env',
    'backup.env',
    'partitions.env',
    'alertmanager.yml',
  ];
  return Object.fromEntries(
    mounted.map((file) => {
      const digest = createHash('sha256')
        .update(files[file] ?? '')
        .digest('hex')
        .slice(0, 16);
      return [`${file.replace(/\.\w+$/, '')}.digest`, `SETTINGS_DIGEST=${digest}\n`];
    }),
  );
}

/** An account of SeaweedFS that creates its own buckets. */
function storeIdentity(name: string, keys: StoreKeys, buckets: string[]) {
  return { name, credentials: [keys], actions: buckets.map((bucket) => `Admin:${bucket}`) };
}

/** Lists and reads the documents of evidence. */
function storeReader(name: string, keys: StoreKeys, bucket: string) {
  return { name, credentials: [keys], actions: [`Read:${bucket}`, `List:${bucket}`] };
}

/** `node --env-file` reads it. */
function environmentFile(settings: Environment): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${quoted(name, value)}\n`)
    .join('');
}

function quoted(name: string, value: string): string {
  const quote = ["'", '"', '`'].find((one) => !value.includes(one));
  // Between double quotes \n is a line break, so single ones come first.
  if (quote === undefined || (quote !== "'" && value.includes('\\')))
    throw new Error(`${name}: no file of settings can hold its quotation marks.`);
  return `${quote}${value}${quote}`;
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
