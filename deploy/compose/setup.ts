import { setTimeout as delay } from 'node:timers/promises';
import { measureCertificates, parseEndpoint, type TlsEndpoint } from '@trust/service-admin/certificates';
import { MigrationError } from '@trust/service-admin/migrations/migration-error';
import { runBackfills } from '@trust/service-admin/migrations/run-backfills';
import { measureNatsServers } from '@trust/service-admin/nats-servers';
import { readConfig } from '@trust/service-kit/config';
import { openLog } from '@trust/service-kit/observability/log';
import { startMetrics } from '@trust/service-kit/observability/meter';
import { provisionStreams } from '../local/nats/provision-streams.ts';
import { createDatabases, databaseUrls, type RolePasswords } from '../local/postgres/databases.ts';
import { keepPartitions, maintainAll } from '../local/postgres/keep-partitions.ts';
import { migrateService, migrationsOf } from '../local/postgres/migrate-service.ts';
import { serviceDatabases } from '../local/services.ts';
import { lastRelease } from '../releases/releases.ts';
import { Certificates, Databases, Owner, Partitions, Streams } from './step-settings.ts';

const usage = `deploy/compose/setup.ts <step>   prepares the parts that the services of compose.yaml use; each step may run again

  databases       creates roles and databases, and allows changes to the triggers that protect immutable rows (POSTGRES_URL, ROLE_PASSWORDS)
  migrate         applies new migrations of one service as its owner, and seals its guards (SERVICE, DATABASE_OWNER_URL)
  backfill        runs the unfinished backfills of one service, while it serves (SERVICE, DATABASE_OWNER_URL)
  partitions      creates the partitions of the next two weeks, drops those of old weeks (POSTGRES_URL of the role maintenance)
  keep-partitions  as partitions, every six hours until it is stopped
  streams         creates streams and consumers (NATS_URL, NATS_PROVISIONER_PASSWORD, STREAM_REPLICAS)
  watch-certificates  measures the days until TLS certificates expire (PUBLIC_URL, S3_PUBLIC_ENDPOINT, CERTIFICATE_ENDPOINTS)
  watch-streams   as streams, then creates lost ones again and measures the servers until it is stopped
`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const steps: Record<string, () => Promise<void>> = {
  async databases() {
    const { POSTGRES_URL, ROLE_PASSWORDS } = readConfig(Databases);
    await createDatabases(databaseUrls(POSTGRES_URL), ROLE_PASSWORDS as RolePasswords);
    print(`Databases: ${serviceDatabases.join(', ')}.`);
  },
  async migrate() {
    const { SERVICE, DATABASE_OWNER_URL } = readConfig(Owner);
    const release = lastRelease().name;
    const applied = await migrateService(SERVICE, DATABASE_OWNER_URL, { release, report: print });
    print(`${SERVICE}: ${applied.length} migrations applied, guards sealed.`);
  },
  async backfill() {
    const { SERVICE, DATABASE_OWNER_URL } = readConfig(Owner);
    const folder = migrationsOf(SERVICE);
    const signal = signalOfStop();
    const finished = await runBackfills({ url: DATABASE_OWNER_URL, folder, report: print, signal });
    print(`${SERVICE}: ${finished.length} backfills finished.`);
  },
  async partitions() {
    const urlOf = databaseUrls(readConfig(Partitions).POSTGRES_URL);
    await maintainAll({ urlOf, report: print });
  },
  async 'keep-partitions'() {
    const urlOf = databaseUrls(readConfig(Partitions).POSTGRES_URL);
    await using _partitions = keepPartitions({ urlOf, report: print });
    await untilStopped();
  },
  async streams() {
    await using _streams = await openStreams();
    print('Streams and consumers exist.');
  },
  async 'watch-certificates'() {
    await using _metrics = await startMetrics('certificates');
    using _certificates = measureCertificates(watchedEndpoints(), () => new Date());
    await untilStopped();
  },
  async 'watch-streams'() {
    await using _metrics = await startMetrics('streams');
    using _servers = measureNatsServers(monitoringAddresses(readConfig(Streams).NATS_URL));
    await using _streams = await openStreams();
    await untilStopped();
  },
};

/** The proxy of compose.yaml answers for the addresses of the platform. */
function watchedEndpoints(): TlsEndpoint[] {
  const { PUBLIC_URL, S3_PUBLIC_ENDPOINT, CERTIFICATE_ENDPOINTS: others } = readConfig(Certificates);
  const own = [PUBLIC_URL, S3_PUBLIC_ENDPOINT].filter((url) => url.startsWith('https://'));
  const names = own.map((url) => `${new URL(url).hostname}@tls:443`);
  return [...names, ...others].flatMap((text) => parseEndpoint(text) ?? []);
}

/** The timer keeps the process running; those of the metrics do not. */
async function untilStopped(): Promise<void> {
  await delay(2 ** 31 - 1, undefined, { signal: signalOfStop() }).catch(() => {});
}

function signalOfStop(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

/** Each server of compose.yaml answers at the same port. */
function monitoringAddresses(natsUrl: string): string[] {
  return natsUrl.split(',').map((one) => `http://${new URL(one).hostname}:8222`);
}

function openStreams(): Promise<AsyncDisposable> {
  const { NATS_URL, NATS_PROVISIONER_PASSWORD, STREAM_REPLICAS } = readConfig(Streams);
  const server = { url: NATS_URL, password: NATS_PROVISIONER_PASSWORD };
  return provisionStreams(server, openLog('streams', 'info'), STREAM_REPLICAS);
}

const step = steps[process.argv[2] ?? ''];
if (step) await step().catch(sayFault);
else {
  process.stdout.write(usage);
  process.exitCode = process.argv[2] === '--help' ? 0 : 1;
}

/** A fault of a migration says where it is and what to do, so it needs no stack. */
function sayFault(error: unknown): void {
  if (!(error instanceof MigrationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
