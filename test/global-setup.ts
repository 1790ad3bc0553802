import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@trust/service-admin/migrate';
import { MigrationError } from '@trust/service-admin/migrations/migration-error';
import type { TestStack } from '@trust/service-testing/stack';
import type { TestProject } from 'vitest/node';
import { startNats } from '../deploy/local/nats/nats.ts';
import { ensurePackages } from '../deploy/local/packages/ensure-packages.ts';
import { ensureTools } from '../deploy/local/packages/ensure-tools.ts';
import { createDatabases, roleUrl, sealGuards } from '../deploy/local/postgres/databases.ts';
import { startPostgres } from '../deploy/local/postgres/postgres.ts';
import { serviceDatabases } from '../deploy/local/services.ts';
import { createSecrets } from '../deploy/local/settings/secrets.ts';
import { removeWithParent } from '../deploy/local/supervisor/stop-with-parent.ts';
import { prometheusTools } from '../deploy/prometheus/tools.ts';
import { startSwift } from '../services/evidence/test/stores/swift.ts';
import { clamdTools, exiftoolTools } from '../services/evidence/test/tools.ts';
import { serveResources } from './shared-resources.ts';

/** One Postgres and one nats-server. Test files clone each service's migrated database. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await using started = new AsyncDisposableStack();
  try {
    project.provide('stack', await startStack(started));
  } catch (error) {
    await started.disposeAsync();
    // vitest would print "No test files found" and several stacks.
    if (error instanceof MigrationError) endRun(error.message);
    throw error;
  }
  const all = started.move();
  return () => all.disposeAsync();
}

async function startStack(started: AsyncDisposableStack): Promise<TestStack> {
  const folder = mkdtempSync(join(quickestFolder(), 'trust-test-'));
  const removal = removeWithParent(folder);
  started.defer(() => {
    rmSync(folder, { recursive: true, force: true });
    removal[Symbol.dispose]();
  });
  // Under root, Postgres is another user and needs access.
  chmodSync(folder, 0o755);
  const packages = await ensurePackages(print);
  // Temporary files of tests are removed with the folder.
  process.env.TMPDIR = folder;
  const postgres = started.use(
    await startPostgres({ bin: packages.postgresBin, dataDir: join(folder, 'postgres'), durable: false }),
  );
  const nats = started.use(
    await startNats({ server: packages.natsServer, dataDir: join(folder, 'nats'), durable: false }),
  );
  const { databasePasswords: passwords } = createSecrets();
  await createDatabases(postgres.superuserUrl, passwords);
  const base = { port: postgres.port, passwords };
  await Promise.all(
    serviceDatabases.map((service) =>
      migrate({
        url: roleUrl(base, service, 'owner'),
        folder: join(import.meta.dirname, `../services/${service}/src/db/migrations`),
      }),
    ),
  );
  await sealGuards(postgres.superuserUrl);

  const urls = Object.fromEntries(
    serviceDatabases.map((service) => [
      service,
      { app: roleUrl(base, service, 'app'), owner: roleUrl(base, service, 'owner') },
    ]),
  ) as TestStack['urls'];
  const resources = started.use(
    await serveResources({
      swift: startSwift,
      clamd: () => ensureTools(clamdTools, print),
      prometheus: () => ensureTools(prometheusTools, print),
      exiftool: () => ensureTools(exiftoolTools, print),
    }),
  );
  return {
    superuserUrl: postgres.superuserUrl('postgres'),
    urls,
    natsUrl: nats.url,
    resourcesUrl: resources.url,
    packages,
  };
}

function endRun(message: string): never {
  process.stderr.write(`\nNo test was run, because a migration failed.\n${message}\n`);
  process.exit(1);
}

const print = (line: string) => console.log(line);
const roomForRun = 3 * 1024 ** 3;

/** Memory if there is enough: cloning a database takes a third of the time there. */
function quickestFolder(): string {
  const inMemory = '/dev/shm';
  if (process.env.TMPDIR || !existsSync(inMemory)) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return Math.min(bavail * bsize, process.availableMemory() / 2) > roomForRun ? inMemory : tmpdir();
}
