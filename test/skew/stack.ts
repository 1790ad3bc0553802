import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { eventually } from '../../demo/client.ts';
import { temporaryDataDir } from '../../deploy/local/data-dir.ts';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import { startNats } from '../../deploy/local/nats/nats.ts';
import { provisionStreams, streamsLog } from '../../deploy/local/nats/provision-streams.ts';
import { eventsCommand, provisioner } from '../../deploy/local/nats/users.ts';
import { ensurePackages } from '../../deploy/local/packages/ensure-packages.ts';
import { freePorts } from '../../deploy/local/ports.ts';
import { createDatabases, prepareDatabase, sealDatabase } from '../../deploy/local/postgres/databases.ts';
import { type Postgres, startPostgres } from '../../deploy/local/postgres/postgres.ts';
import { type DatabaseService, type ServiceName, serviceDatabases, services } from '../../deploy/local/services.ts';
import { stackSettings } from '../../deploy/local/settings/running-settings.ts';
import { loadSecrets } from '../../deploy/local/settings/secrets.ts';
import type { Settings, SettingsInput } from '../../deploy/local/settings/settings.ts';
import { Child } from '../../deploy/local/supervisor/child.ts';
import { httpStatus } from '../../deploy/local/supervisor/liveness.ts';
import { RunFile } from '../../deploy/local/supervisor/run-file.ts';
import { runScript } from '../../deploy/local/supervisor/run-script.ts';
import { serviceSpec } from '../../deploy/local/supervisor/start-services.ts';
import { removeWithParent } from '../../deploy/local/supervisor/stop-with-parent.ts';
import type { QueryRows } from '../settled.ts';

/** `released`: the last release. */
export type Version = 'released' | 'checkout';
/** The folder of each version. */
export type Trees = Record<Version, string>;

/** Changes the settings before the services start. Resources that it adds to `owner` stop after the services. */
export type ChangeSettings = (
  settings: Settings,
  owner: AsyncDisposableStack,
  parts: { dataDir: string; postgres: Postgres },
) => Promise<void>;

/** A platform whose services run from two versions. NATS, streams and settings are the checkout's. */
export class SkewStack implements AsyncDisposable {
  readonly dataDir: string;
  readonly settings: Settings;
  readonly #trees: Trees;
  readonly #postgres: Postgres;
  readonly #signal: AbortSignal;
  readonly #resources: AsyncDisposableStack;
  readonly #pools: Record<DatabaseService, pg.Pool>;
  readonly #children = new Map<ServiceName, { version: Version; child: Child }>();
  readonly #migrated = new Set<ServiceName>();

  private constructor(parts: {
    dataDir: string;
    settings: Settings;
    trees: Trees;
    postgres: Postgres;
    signal: AbortSignal;
    resources: AsyncDisposableStack;
  }) {
    this.dataDir = parts.dataDir;
    this.settings = parts.settings;
    this.#trees = parts.trees;
    this.#postgres = parts.postgres;
    this.#signal = parts.signal;
    this.#pools = openPools(parts.settings);
    this.#resources = parts.resources;
  }

  /** Runs every released service on released databases. */
  static async start(trees: Trees, signal: AbortSignal, change: ChangeSettings = async () => {}): Promise<SkewStack> {
    await using started = new AsyncDisposableStack();
    const dataDir = temporaryDataDir('skew');
    started.adopt(removeWithParent(dataDir), (removal) => {
      rmSync(dataDir, { recursive: true, force: true });
      removal[Symbol.dispose]();
    });
    for (const folder of ['logs', 'evidence', 'audit']) mkdirSync(join(dataDir, folder), { mode: 0o700 });
    const packages = await ensurePackages(console.log);
    const secrets = loadSecrets(dataDir);
    const bin = packages.postgresBin;
    const postgres = started.use(
      await startPostgres({ bin, dataDir: join(dataDir, 'postgres'), durable: false }, { signal }),
    );
    const nats = started.use(
      await startNats(
        {
          server: packages.natsServer,
          dataDir: join(dataDir, 'nats'),
          durable: false,
          passwords: secrets.natsPasswords,
        },
        { signal },
      ),
    );
    const free = await freePorts(services.length);
    const ports = {
      ...(Object.fromEntries(services.map((name, index) => [name, free[index]])) as Record<ServiceName, number>),
      postgres: postgres.port,
      nats: nats.port,
    } satisfies SettingsInput['ports'];
    const url = `http://127.0.0.1:${ports.gateway}`;
    // The audit command reads ports and secrets of a running platform.
    const run = started.use(await RunFile.claim(dataDir, url, console.log));
    run.recordPorts(ports);
    const settings = stackSettings(dataDir, ports, secrets);
    await createDatabases(postgres.superuserUrl, secrets.databasePasswords);
    started.use(
      await provisionStreams(
        { url: nats.url, password: secrets.natsPasswords[provisioner] },
        streamsLog(join(dataDir, 'logs')),
      ),
    );
    await change(settings, started, { dataDir, postgres });
    const resources = started.move();
    const stack = new SkewStack({ dataDir, settings, trees, postgres, signal, resources });
    try {
      for (const service of serviceDatabases) await stack.#migrate(service, 'released');
      await stack.arrange(() => 'released');
      return stack;
    } catch (error) {
      await stack[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** That of the gateway for clients. */
  get url(): string {
    return this.settings.services.gateway.PUBLIC_URL ?? '';
  }

  rows: QueryRows = async <Row>(service: DatabaseService, query: string, values: unknown[] = []) =>
    (await this.#pools[service].query(query, values)).rows as Row[];

  rootOf = (service: ServiceName): string => this.#trees[this.#children.get(service)?.version ?? 'released'];

  /** In the order of a deployment: migrates databases, then replaces services. A migrated database stays so. */
  async arrange(
    versionOf: (service: ServiceName) => Version,
    schemaOf: (service: DatabaseService) => Version = versionOf,
  ): Promise<void> {
    for (const service of serviceDatabases) {
      if (schemaOf(service) === 'released' || this.#migrated.has(service)) continue;
      await this.#migrate(service, 'checkout');
      this.#migrated.add(service);
    }
    await Promise.all(
      services.map(async (service) => {
        if (this.#children.get(service)?.version !== versionOf(service))
          await this.#replace(service, versionOf(service));
      }),
    );
    const isReady = async () => ((await httpStatus(`${this.url}/readyz`, 3000)) === 200 ? true : undefined);
    await eventually('the gateway is ready', isReady);
  }

  async runInService(service: DatabaseService, script: string, args: string[]): Promise<void> {
    await this.#run(service, this.rootOf(service), script, args);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#children.values()].map(({ child }) => child.stop()));
    await Promise.all(Object.values(this.#pools).map((pool) => pool.end()));
    await this.#resources.disposeAsync();
  }

  async #replace(service: ServiceName, version: Version): Promise<void> {
    await this.#children.get(service)?.child.stop();
    this.#children.delete(service);
    // A service that is newer than the release.
    if (!existsSync(join(this.#trees[version], 'services', service, 'src/main.ts'))) return;
    const spec = serviceSpec(service, this.settings.services[service], join(this.dataDir, 'logs'), {
      root: this.#trees[version],
    });
    const child = await Child.start(spec, { signal: this.#signal, stopWithParent: true });
    this.#children.set(service, { version, child });
  }

  /** Old replicas keep running meanwhile, as in a deployment. */
  async #migrate(service: DatabaseService, version: Version): Promise<void> {
    const root = this.#trees[version];
    // The migrations of the kit are beside this file, so it must be the one of that version.
    const { migrate }: typeof import('@trust/service-admin/migrate') = await import(
      join(root, 'packages/service-admin/src/migrate.ts')
    );
    const superuser = this.#postgres.superuserUrl(service);
    const { DATABASE_OWNER_URL: url } = this.settings.owners[service];
    await prepareDatabase(superuser, service);
    await migrate({ url, folder: join(root, 'services', service, 'src/db/migrations') });
    await sealDatabase(superuser);
    const seed = `services/${service}/src/seed.ts`;
    if (!existsSync(join(root, seed))) return;
    await this.#run(service, root, seed);
  }

  #run(service: DatabaseService, root: string, script: string, args: string[] = []): Promise<void> {
    const { [eventsCommand]: password } = loadSecrets(this.dataDir).natsPasswords;
    return runScript({
      name: `${script} of ${service}`,
      script,
      args,
      root,
      env: { ...this.settings.services[service], ...this.settings.owners[service], EVENTS_COMMAND_PASSWORD: password },
      logFile: join(this.dataDir, 'logs', `${service}-commands.log`),
      signal: this.#signal,
    });
  }
}

function openPools({ owners }: Settings): Record<DatabaseService, pg.Pool> {
  const pools = serviceDatabases.map(
    (service) => [service, new pg.Pool({ connectionString: owners[service].DATABASE_OWNER_URL, max: 1 })] as const,
  );
  return Object.fromEntries(pools) as Record<DatabaseService, pg.Pool>;
}

export function treesOf(released: string): Trees {
  return { released, checkout: repositoryRoot };
}
