import { join } from 'node:path';
import { migrate } from '@trust/service-admin/migrate';
import { createDatabases, type RolePasswords, sealGuards } from '../local/postgres/databases.ts';
import { migrationsOf } from '../local/postgres/migrate-service.ts';
import { type DatabaseService, serviceDatabases } from '../local/services.ts';
import { closeDatabase } from './closure.ts';
import { continueNumbers } from './continue-numbers.ts';
import { saveLostEndings } from './lost-endings.ts';
import { saveLostErasures } from './lost-erasures.ts';
import { saveRetiredKeys } from './lost-keys.ts';
import { saveLostWithdrawals } from './lost-withdrawals.ts';
import { dumpName, keyDumps, type Manifest, sinceOf } from './manifest.ts';
import { inPairs, runProgram, type UrlOf, withClient } from './server.ts';

export type RestoreOptions = {
  urlOf: UrlOf;
  bin: string;
  passwords: RolePasswords;
  folder: string;
  manifest: Manifest;
  services: readonly DatabaseService[];
  report: (line: string) => void;
};

/** Replaces the databases of `services`; the old ones stay until the new ones are complete. */
export async function restoreDatabases(options: RestoreOptions): Promise<void> {
  const { urlOf, passwords, services, manifest, report } = options;
  await refuseOlderServer(urlOf, manifest);
  for (const service of services) await refuseSessions(urlOf, service);
  // Creates the roles that the dumps name; the second time prepares the restored databases.
  await createDatabases(urlOf, passwords);
  const since = sinceOf(manifest.takenAt);
  if (services.includes('identity')) {
    await saveLostErasures(urlOf, { ...options, since });
    await saveLostWithdrawals(urlOf, { ...options, since });
  }
  if (services.includes('provider')) await saveRetiredKeys(urlOf, options);
  await saveLostEndings(urlOf, { ...options, since });
  await loadDrafts(options);
  for (const service of services) await replaceByDraft(urlOf, service);
  await createDatabases(urlOf, passwords);
  for (const service of services) {
    const folder = migrationsOf(service);
    const applied = await migrate({ url: ownerUrl(urlOf, service, passwords), folder });
    if (applied.length > 0) report(`${service}: ${applied.length} newer migrations applied`);
  }
  await sealGuards(urlOf);
  const isEverything = services.length === serviceDatabases.length;
  for (const service of services) {
    const raised = await continueNumbers(urlOf, service, { isStreamLost: isEverything });
    if (raised > 0) report(`${service}: numbers of ${raised} aggregates continue after those that others have read`);
  }
}

type DraftOptions = Omit<RestoreOptions, 'passwords'>;

/** A draft holds all data of its service, so none stays after a failure. */
export async function loadDrafts(options: DraftOptions): Promise<void> {
  const { urlOf, services, report } = options;
  try {
    await inPairs(services, async (service) => {
      await loadDraft(options, service);
      report(`${service}: loaded`);
    });
  } catch (error) {
    await withClient(urlOf('postgres'), async (client) => {
      for (const service of services) await client.query(`drop database if exists ${draftOf(service)} with (force)`);
    });
    throw error;
  }
}

async function refuseOlderServer(urlOf: UrlOf, { postgres }: Manifest): Promise<void> {
  const version = await withClient(urlOf('postgres'), async (client) => {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    return rows[0]?.version ?? 0;
  });
  const major = (one: number) => Math.floor(one / 10_000);
  if (major(version) < major(postgres))
    throw new Error(
      `The backup is of Postgres ${major(postgres)}, this server is ${major(version)}. Use a server of that version or newer.`,
    );
}

async function refuseSessions(urlOf: UrlOf, service: DatabaseService): Promise<void> {
  const { rows } = await withClient(urlOf('postgres'), (client) =>
    client.query<{ usename: string; count: number }>(
      `select usename, count(*)::int as count from pg_stat_activity
       where datname = $1 and backend_type = 'client backend' and pid <> pg_backend_pid() group by usename`,
      [service],
    ),
  );
  if (rows.length === 0) return;
  const users = rows.map(({ usename, count }) => `${count} of ${usename}`).join(', ');
  throw new Error(`The database ${service} has connections (${users}). Stop the service ${service}, then restore.`);
}

const draftOf = (service: DatabaseService) => `${service}_restored`;

async function loadDraft({ urlOf, bin, folder, manifest }: DraftOptions, service: DatabaseService): Promise<void> {
  const draft = draftOf(service);
  await withClient(urlOf('postgres'), async (client) => {
    await client.query(`drop database if exists ${draft}`);
    const closed = `owner ${service}_owner template template0 allow_connections false`;
    await client.query(`create database ${draft} ${closed}`);
    // A new database admits PUBLIC; a restore that is killed must not leave one open.
    await client.query(`revoke all on database ${draft} from public`);
    await client.query(`grant connect on database ${draft} to current_user`);
    await client.query(`alter database ${draft} allow_connections true`);
  });
  const load = (name: string, options: string[]) =>
    runProgram(join(bin, 'pg_restore'), urlOf(draft), ['--exit-on-error', '-d', draft, ...options, join(folder, name)]);
  await load(dumpName(service), ['--jobs=2']);
  const keys = keyDumps[service];
  if (keys && manifest.files[keys.name]) await load(keys.name, []);
  if (service === 'identity') await endSessions(urlOf(draft));
  // Before it replaces the database, so that no service ever serves it open.
  await closeDatabase(urlOf, draft, manifest.takenAt);
}

/** Some were ended after the backup, and nobody knows which: everybody signs in again. */
export async function endSessions(url: string): Promise<void> {
  await withClient(url, (client) =>
    client.query(`
      update session set state = 'revoked', revoked_because = 'restored', revoked_at = now() where state = 'active';
      delete from access_token;
      delete from refresh_reply`),
  );
}

async function replaceByDraft(urlOf: UrlOf, service: DatabaseService): Promise<void> {
  await withClient(urlOf('postgres'), async (client) => {
    await client.query(`drop database ${service}`);
    await client.query(`alter database ${draftOf(service)} rename to ${service}`);
  });
}

function ownerUrl(urlOf: UrlOf, service: DatabaseService, passwords: RolePasswords): string {
  const url = new URL(urlOf(service));
  url.username = `${service}_owner`;
  url.password = encodeURIComponent(passwords[`${service}_owner`]);
  return url.href;
}
