import { existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildPackage } from '../../packages/client/package/build-package.ts';
import { repositoryRoot } from './environment.ts';
import { startNats } from './nats/nats.ts';
import { provisionStreams, streamsLog } from './nats/provision-streams.ts';
import { provisioner } from './nats/users.ts';
import { ensurePackages } from './packages/ensure-packages.ts';
import { freePorts } from './ports.ts';
import { createDatabases, databaseUrls, maintenanceUrl } from './postgres/databases.ts';
import { keepPartitions } from './postgres/keep-partitions.ts';
import { migrateService } from './postgres/migrate-service.ts';
import { startPostgres } from './postgres/postgres.ts';
import type { Step } from './progress.ts';
import { type DatabaseService, serviceDatabases, services } from './services.ts';
import { stackSettings } from './settings/running-settings.ts';
import { loadSecrets } from './settings/secrets.ts';
import type { Settings } from './settings/settings.ts';
import type { ChildOptions } from './supervisor/child.ts';
import type { RunFile } from './supervisor/run-file.ts';
import { runScript } from './supervisor/run-script.ts';
import { type InspectPorts, type RunningServices, startServices } from './supervisor/start-services.ts';
import { hasLocalTelemetry, startTelemetryReceiver } from './telemetry/telemetry.ts';

export type StackOptions = {
  dataDir: string;
  port: number;
  step: Step;
  announce: (message: string) => void;
  run: RunFile;
  signal: AbortSignal;
  inspectPorts: InspectPorts;
  isWatching: boolean;
  lanAddress?: string | undefined;
};

/** Stops what it has started when disposed of, or when a step fails. */
export async function startStack(options: StackOptions): Promise<RunningServices> {
  const { dataDir, step, announce, run, signal } = options;
  const logDir = join(dataDir, 'logs');
  const evidence = join(dataDir, 'evidence');
  for (const folder of [logDir, evidence, join(dataDir, 'audit')]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const childOptions: ChildOptions = {
    restart: true,
    announce,
    onLaunch: (spec, pid) => run.recordChild(spec, pid),
    signal,
  };

  await using started = new AsyncDisposableStack();
  const packages = await step('check packages', ensurePackages);
  signal.throwIfAborted();
  const secrets = loadSecrets(dataDir);
  const starts = [
    startPostgres(
      {
        bin: packages.postgresBin,
        dataDir: join(dataDir, 'postgres'),
        durable: true,
        logFile: join(logDir, 'postgres.log'),
      },
      childOptions,
    ),
    startNats(
      {
        server: packages.natsServer,
        dataDir: join(dataDir, 'nats'),
        durable: true,
        passwords: secrets.natsPasswords,
        logFile: join(logDir, 'nats-server.log'),
      },
      childOptions,
    ),
    hasLocalTelemetry()
      ? startTelemetryReceiver(
          { dataDir: join(dataDir, 'telemetry'), logFile: join(logDir, 'telemetry.log') },
          childOptions,
        )
      : undefined,
  ] as const;
  const [postgres, nats, telemetry] = await step('start Postgres and NATS', async () => {
    await ownStarted(started, starts);
    return Promise.all(starts);
  });

  const ports = {
    ...(await servicePorts(options.port)),
    postgres: postgres.port,
    nats: nats.port,
    telemetry: telemetry?.port,
  };
  run.recordPorts(ports);
  const settings = stackSettings(dataDir, ports, secrets, options.lanAddress);

  await step('create databases', () =>
    createDatabases(postgres.superuserUrl, { ...secrets.databasePasswords, maintenance: secrets.maintenancePassword }),
  );
  await step('migrate', (report) => migrateAll(settings, report, signal));
  const maintenance = maintenanceUrl(postgres.superuserUrl('postgres'), secrets.maintenancePassword);
  started.use(keepPartitions({ urlOf: databaseUrls(maintenance), report: announce }));
  const streamServer = { url: nats.url, password: secrets.natsPasswords[provisioner] };
  started.use(await step('create streams', () => provisionStreams(streamServer, streamsLog(logDir))));
  await step('pack the client', packClient);
  // Seeds are needed from the first request on, so they run while the services start.
  const running = await step('seed and start services', async (report) => {
    const services = startServices({
      settings,
      logDir,
      inspectPorts: options.inspectPorts,
      childOptions: { ...childOptions, awaitChangeOnFailure: options.isWatching },
    });
    const seeds = seedAll(settings, logDir, report, signal);
    await Promise.allSettled([ownStarted(started, [services]), seeds]);
    await seeds;
    return services;
  });

  const all = started.move();
  return { restart: running.restart, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/** `/docs` serves it. Nothing is compiled again before its sources change. */
async function packClient(report: (line: string) => void): Promise<void> {
  report(basename(await buildPackage()));
}

/** Also those that start after another one has failed. */
async function ownStarted(
  owner: AsyncDisposableStack,
  starts: readonly (Promise<AsyncDisposable> | undefined)[],
): Promise<void> {
  for (const outcome of await Promise.allSettled(starts)) {
    if (outcome.status === 'fulfilled') owner.use(outcome.value);
  }
}

async function servicePorts(gateway: number) {
  const free = await freePorts(services.length, gateway);
  const entries = services.map((name, index) => [name, name === 'gateway' ? gateway : free[index]]);
  return Object.fromEntries(entries) as Record<(typeof services)[number], number>;
}

async function migrateAll(settings: Settings, report: (line: string) => void, signal: AbortSignal): Promise<void> {
  await inPairs(serviceDatabases, async (service) => {
    signal.throwIfAborted();
    const say = (line: string) => report(`${service}: ${line}`);
    const url = settings.owners[service].DATABASE_OWNER_URL;
    const applied = await migrateService(service, url, { report: say }).catch((cause: unknown) => {
      throw new Error(`The database of ${service} could not be migrated.`, { cause });
    });
    if (applied.length > 0) report(`${service}: ${applied.length} applied`);
  });
}

async function seedAll(
  settings: Settings,
  logDir: string,
  report: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const seeded = serviceDatabases.filter((service) =>
    existsSync(join(repositoryRoot, 'services', service, 'src/seed.ts')),
  );
  await inPairs(seeded, (service) =>
    runScript({
      name: `seed of ${service}`,
      script: `services/${service}/src/seed.ts`,
      env: { ...settings.services[service], ...settings.owners[service] },
      logFile: join(logDir, `${service}-seed.log`),
      signal,
    }),
  );
  if (seeded.length > 0) report(seeded.join(', '));
}

async function inPairs(
  names: readonly DatabaseService[],
  work: (name: DatabaseService) => Promise<void>,
): Promise<void> {
  for (let index = 0; index < names.length; index += 2) {
    await Promise.all(names.slice(index, index + 2).map(work));
  }
}
