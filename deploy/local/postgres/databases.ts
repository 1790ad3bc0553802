import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sessionLimits } from '@trust/service-kit/database/db';
import { trustOwnCa } from '@trust/service-kit/tls/certificates';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { type DatabaseService, serviceDatabases } from '../services.ts';

export type DatabaseRole = 'owner' | 'app';
/**
 * `monitor`: a role that reads statistics, for an exporter. `backup`: a role that reads every row, for backups.
 * `maintenance`: a role that creates and drops the partitions of weeks, and nothing else.
 */
export type RolePasswords = Record<`${DatabaseService}_${DatabaseRole}`, string> & {
  monitor?: string;
  backup?: string;
  maintenance?: string;
};

/** Migrations grant to this role, so that they need no name of a service's role. */
export const appGroup = 'service_app';
const maintenanceGroup = 'service_maintenance';

const roles: DatabaseRole[] = ['owner', 'app'];

export function roleUrl(
  base: { host?: string; port: number; passwords: RolePasswords },
  service: DatabaseService,
  role: DatabaseRole,
  database: string = service,
): string {
  const { host = '127.0.0.1', port, passwords } = base;
  const name = `${service}_${role}` as const;
  return `postgres://${name}:${encodeURIComponent(passwords[name])}@${host}:${port}/${database}`;
}

/** URLs of the databases of a server. Parameters of `serverUrl`, such as `sslmode`, apply to each. */
export function databaseUrls(serverUrl: string): (database: string) => string {
  return (database) => Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href;
}

/** `serverUrl`: of another role. */
export function maintenanceUrl(serverUrl: string, password: string): string {
  return Object.assign(new URL(serverUrl), { username: 'maintenance', password }).href;
}

/** Repeatable. Until they are sealed, at most for an hour, migrations can change guards. */
export async function createDatabases(
  superuserUrl: (database: string) => string,
  passwords: RolePasswords,
): Promise<void> {
  await withClient(superuserUrl('postgres'), async (client) => {
    for (const group of [appGroup, maintenanceGroup]) await ensureRole(client, group, 'nologin');
    for (const service of serviceDatabases) {
      for (const role of roles) {
        const name = `${service}_${role}` as const;
        await ensureRole(client, name, `login password ${escapeLiteral(passwords[name])}`);
      }
      await client.query(`grant ${appGroup} to ${service}_app`);
      for (const [limit, value] of Object.entries(sessionLimits))
        await client.query(`alter role ${service}_app set ${limit} = ${value}`);
      await ensureDatabase(client, service);
    }
    await client.query('revoke connect on database postgres, template1 from public');
    if (passwords.monitor) await ensureMonitor(client, passwords.monitor);
    if (passwords.backup) await ensureBackup(client, passwords.backup);
    if (passwords.maintenance) await ensureMaintenance(client, passwords.maintenance);
  });
  for (let index = 0; index < serviceDatabases.length; index += 2) {
    const pair = serviceDatabases.slice(index, index + 2);
    await Promise.all(pair.map((service) => prepareDatabase(superuserUrl(service), service)));
  }
}

/** Sees no row of any service. */
async function ensureMonitor(client: Client, password: string): Promise<void> {
  await ensureRole(client, 'monitor', `login connection limit 5 password ${escapeLiteral(password)}`);
  await client.query('grant pg_monitor to monitor');
  await client.query('grant connect on database postgres to monitor');
}

/** Changes nothing in any database. */
async function ensureBackup(client: Client, password: string): Promise<void> {
  await ensureRole(client, 'backup', `login connection limit 20 password ${escapeLiteral(password)}`);
  await client.query('grant pg_read_all_data to backup');
  await client.query(`grant connect on database ${serviceDatabases.join(', ')} to backup`);
}

/** Calls the functions of `0004-platform-partitions.sql`. Reads and changes no row. */
async function ensureMaintenance(client: Client, password: string): Promise<void> {
  await ensureRole(client, 'maintenance', `login connection limit 5 password ${escapeLiteral(password)}`);
  await client.query(`grant ${maintenanceGroup} to maintenance`);
  await client.query(`grant connect on database ${serviceDatabases.join(', ')} to maintenance`);
}

async function ensureRole(client: Client, name: string, attributes: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
  await client.query(`${rowCount ? 'alter' : 'create'} role ${escapeIdentifier(name)} ${attributes}`);
}

export async function ensureDatabase(client: Client, service: DatabaseService): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [service]);
  if (!rowCount) await client.query(`create database ${service}`);
  await client.query(`alter database ${service} owner to ${service}_owner`);
  await client.query(`revoke all on database ${service} from public`);
  await client.query(`grant connect on database ${service} to ${service}_owner, ${service}_app`);
}

/** Does what requires a superuser, so that migrations can run as the owner. */
export async function prepareDatabase(url: string, service: DatabaseService): Promise<void> {
  const extensions = service === 'provider' ? ['postgis', 'pg_trgm', 'btree_gist'] : ['btree_gist'];
  await withClient(url, async (client) => {
    // First: seals that no longer match would refuse every other statement.
    await client.query(readFileSync(join(import.meta.dirname, 'guards.sql'), 'utf8'));
    for (const extension of extensions) await client.query(`create extension if not exists ${extension}`);
    await client.query(`alter schema public owner to ${service}_owner`);
    await client.query('revoke create on schema public from public');
    await client.query(`grant usage on schema public to ${appGroup}, ${maintenanceGroup}`);
  });
}

/** Call after the migrations: then not even a table's owner can weaken its guards (promise M2). */
export async function sealGuards(urlOf: (database: string) => string): Promise<void> {
  for (const service of serviceDatabases) await sealDatabase(urlOf(service));
}

/** `url`: of the owner or of a superuser. */
export async function sealDatabase(url: string): Promise<void> {
  await withClient(url, (client) => client.query('select guard.seal()'));
}

async function withClient(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  trustOwnCa();
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
