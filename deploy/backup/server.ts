import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readConfig } from '@trust/service-kit/config';
import { Client } from 'pg';
import { z } from 'zod';
import { installationAdvice } from '../local/packages/apt.ts';
import { findPackages } from '../local/packages/find-packages.ts';
import { databaseUrls, type RolePasswords } from '../local/postgres/databases.ts';
import { serviceDatabases } from '../local/services.ts';
import { readRun } from '../local/supervisor/run-file.ts';

/** URL of a database as a superuser or the administrator role. */
export type UrlOf = (database: string) => string;

export const settingsHelp = `  DATA_DIR        data folder of the local platform; used unless POSTGRES_URL is set
  POSTGRES_URL    server of a deployment as its administrator role, without a database: postgres://admin:…@host:5432
  EVIDENCE_DIR    with POSTGRES_URL: the folder of a folder store, if there is one
  POSTGRES_BIN    folder of pg_dump and pg_restore, where no server is installed beside them
`;

const Deployment = z.object({
  POSTGRES_URL: z.string().optional(),
  ROLE_PASSWORDS: z.string().optional(),
  EVIDENCE_DIR: z.string().optional(),
});

export type Deployment = { urlOf: UrlOf; passwords: RolePasswords | undefined; evidence: string | undefined };

/** Undefined without POSTGRES_URL: then DATA_DIR counts. */
export function deploymentFromEnvironment(): Deployment | undefined {
  const { POSTGRES_URL: url, ROLE_PASSWORDS: passwords, EVIDENCE_DIR: evidence } = readConfig(Deployment);
  if (!url) return undefined;
  return {
    urlOf: databaseUrls(url),
    passwords: passwords === undefined ? undefined : (JSON.parse(passwords) as RolePasswords),
    evidence,
  };
}

export function runningLocalServer(dataDir: string): UrlOf {
  const port = readRun(dataDir)?.ports?.postgres;
  const file = join(dataDir, 'postgres/superuser.password');
  if (!port || !existsSync(file))
    throw new Error(`The platform does not run on ${dataDir}. Start it with \`npm start\`, or set POSTGRES_URL.`);
  const password = readFileSync(file, 'utf8');
  return (database) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
}

/** POSTGRES_BIN names a folder of client programs: the toolbox has no server. */
export function postgresPrograms(): string {
  const { POSTGRES_BIN } = process.env;
  if (POSTGRES_BIN) return POSTGRES_BIN;
  const found = findPackages();
  if (!found.postgresBin) throw new Error(installationAdvice(found));
  return found.postgresBin;
}

/** Runs pg_dump and the like. The password goes through the environment: everybody can see arguments. */
export async function runProgram(file: string, url: string, args: string[]): Promise<string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const sslMode = searchParams.get('sslmode');
  const env = {
    PATH: process.env.PATH,
    LC_ALL: 'C',
    PGHOST: hostname,
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: pathname.slice(1),
    ...(sslMode && { PGSSLMODE: sslMode }),
  };
  const { stdout } = await promisify(execFile)(file, args, { env, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

export async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Two at a time: dumps and restores need a processor each. After a failure nothing still runs. */
export async function inPairs<Name extends string>(
  names: readonly Name[],
  work: (name: Name) => Promise<void>,
): Promise<void> {
  for (let index = 0; index < names.length; index += 2) {
    const outcomes = await Promise.allSettled(names.slice(index, index + 2).map(work));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }
}

export function serviceNamed(name: string) {
  const known = serviceDatabases.find((service) => service === name);
  if (!known) throw new Error(`There is no service ${name}. --service takes one of: ${serviceDatabases.join(', ')}.`);
  return known;
}
