import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { readConfig } from '@trust/service-kit/config';
import { trustOwnCa } from '@trust/service-kit/tls/certificates';
import { Client } from 'pg';
import { z } from 'zod';
import { installationAdvice } from '../local/packages/apt.ts';
import { findPackages } from '../local/packages/find-packages.ts';
import { databaseUrls, type RolePasswords } from '../local/postgres/databases.ts';
import { serviceDatabases } from '../local/services.ts';
import { readRun } from '../local/supervisor/run-file.ts';
import { type EvidencePlace, evidenceFromEnvironment } from './evidence-place.ts';

/** URL of a database as a superuser or the administrator role. */
export type UrlOf = (database: string) => string;

export const settingsHelp = `  DATA_DIR        data folder of the local platform; used unless POSTGRES_URL is set
  POSTGRES_URL    server of a deployment as its administrator role, without a database: postgres://admin:…@host:5432
  EVIDENCE_DIR    with POSTGRES_URL: the folder of a folder store, if there is one
  S3_ENDPOINT     with POSTGRES_URL: the store of evidence, with S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION, S3_EVIDENCE_BUCKET
  POSTGRES_BIN    folder of pg_dump and pg_restore, where no server is installed beside them
`;

const Deployment = z.object({
  POSTGRES_URL: z.string().optional(),
  ROLE_PASSWORDS: z.string().optional(),
});

export type Deployment = { urlOf: UrlOf; passwords: RolePasswords | undefined; evidence: EvidencePlace | undefined };

/** Undefined without POSTGRES_URL: then DATA_DIR counts. */
export function deploymentFromEnvironment(): Deployment | undefined {
  const { POSTGRES_URL: url, ROLE_PASSWORDS: passwords } = readConfig(Deployment);
  if (!url) return undefined;
  return {
    urlOf: databaseUrls(url),
    passwords: passwords === undefined ? undefined : (JSON.parse(passwords) as RolePasswords),
    evidence: evidenceFromEnvironment(),
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
  const env = environmentFor(url);
  const { stdout } = await promisify(execFile)(file, args, { env, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

/** Streams the output of pg_dump or another program of Postgres. The stream fails if the program does. */
export function outputOfProgram(file: string, url: string, args: string[]): Readable {
  const child = spawn(file, args, { env: environmentFor(url), stdio: ['ignore', 'pipe', 'pipe'] });
  const said = text(child.stderr);
  const ended = new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject));
  const output = new Transform({
    transform: (chunk, _encoding, done) => done(null, chunk),
    flush: (done) =>
      void ended.then(
        async (code) => done(code === 0 ? null : new Error(`${basename(file)} failed: ${(await said).trim()}`)),
        done,
      ),
  });
  // Whoever reads the output gets its errors.
  for (const settled of [ended, pipeline(child.stdout, output)]) settled.catch(() => {});
  return output;
}

function environmentFor(url: string) {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const sslMode = searchParams.get('sslmode');
  return {
    PATH: process.env.PATH,
    LC_ALL: 'C',
    PGHOST: hostname,
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: pathname.slice(1),
    ...(sslMode && { PGSSLMODE: sslMode }),
    ...(process.env.TLS_CA_FILE && { PGSSLROOTCERT: process.env.TLS_CA_FILE }),
  };
}

export async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  trustOwnCa();
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
