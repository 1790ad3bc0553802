import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@trust/service-admin/migrate';
import { Client } from 'pg';
import { temporaryDataDir } from '../deploy/local/data-dir.ts';
import { ensurePackages } from '../deploy/local/packages/ensure-packages.ts';
import { startPostgres } from '../deploy/local/postgres/postgres.ts';
import type { DatabaseService } from '../deploy/local/services.ts';
import type { Report } from './harness.ts';

/** The URL of an empty database of the service in a durable Postgres of its own. */
export async function openDurableDatabase(
  opened: AsyncDisposableStack,
  report: Report,
  service: DatabaseService,
): Promise<string> {
  const packages = await ensurePackages(() => {});
  const dataDir = temporaryDataDir('trust-bench');
  opened.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const settings = { bin: packages.postgresBin, dataDir: join(dataDir, 'postgres'), durable: true };
  const postgres = opened.use(await startPostgres(settings, { stopWithParent: true }));
  const admin = new Client({ connectionString: postgres.superuserUrl('postgres') });
  await admin.connect();
  await admin.query('create role service_app');
  await admin.query(`create database ${service}`);
  const { rows } = await admin.query('show server_version');
  await admin.end();
  report.addVersion(`PostgreSQL ${rows[0].server_version}`);
  const url = postgres.superuserUrl(service);
  await migrate({ url, folder: join(import.meta.dirname, `../services/${service}/src/db/migrations`) });
  return url;
}
