import { createHash } from 'node:crypto';
import { createReadStream, existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { repositoryRoot } from '../local/environment.ts';
import { type DatabaseService, serviceDatabases } from '../local/services.ts';

const File = z.object({ bytes: z.number(), sha256: z.string() });

export const Manifest = z.object({
  format: z.literal(1),
  /** The snapshots of all databases were taken at this time. */
  takenAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  commit: z.string().nullable(),
  /** As in `server_version_num`. */
  postgres: z.number(),
  /** Identifies the secrets without revealing them; null for a deployment. */
  secrets: z.string().nullable(),
  migrations: z.record(z.enum(serviceDatabases), z.array(z.string())),
  files: z.record(z.string(), File),
  /** Of each table at `takenAt`; backups before 2026-11-29 have none. */
  rows: z.record(z.enum(serviceDatabases), z.record(z.string(), z.number())).optional(),
});

export type Manifest = z.infer<typeof Manifest>;
export type BackupFile = z.infer<typeof File>;

const name = 'manifest.json';

export const dumpName = (service: DatabaseService) => `databases/${service}.dump`;
export const keysFolder = 'keys';
/** The tables of keys that erasure deletes, dumped apart because they must not be kept for long (ADR 0007). */
export const keyDumps: Partial<Record<DatabaseService, { table: string; name: string }>> = {
  identity: { table: 'data_key', name: `${keysFolder}/identity-data-keys.dump` },
  provider: { table: 'name_key', name: `${keysFolder}/provider-name-keys.dump` },
};
export const secretsName = 'secrets.json';

const marginMs = 60_000;

/** Later events may be missing: a transaction that was open at the snapshot has an earlier time. */
export const sinceOf = (takenAt: string) => new Date(new Date(takenAt).getTime() - marginMs).toISOString();

/** Written last: a folder without it is an unfinished backup. */
export function writeManifest(folder: string, manifest: Manifest): void {
  writeFileSync(join(folder, name), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
}

export function readManifest(folder: string): Manifest {
  const file = join(folder, name);
  if (!existsSync(file))
    throw new Error(`${folder} has no ${name}: it is no backup, or one that did not finish. Choose another folder.`);
  const { success, data, error } = Manifest.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (success) return data;
  const fault = error.issues[0];
  throw new Error(`${file} is not a manifest of this version (${fault?.path.join('.')}: ${fault?.message}).`);
}

export async function describeFile(path: string): Promise<BackupFile> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { bytes: statSync(path).size, sha256: hash.digest('hex') };
}

/** Throws unless every one of `names` is in the manifest and unchanged. */
export async function verifyFiles(folder: string, { files }: Manifest, names: string[]): Promise<void> {
  for (const one of names) {
    const expected = files[one];
    const path = join(folder, one);
    if (!expected) throw new Error(`The manifest of ${folder} does not list ${one}. Choose another backup.`);
    if (!existsSync(path)) throw new Error(`${path} is missing. Copy it back, or choose another backup.`);
    const { sha256 } = await describeFile(path);
    if (sha256 !== expected.sha256)
      throw new Error(`${path} was changed or damaged: its sha256 is not in the manifest. Choose another backup.`);
  }
}

/** Throws if the checkout lacks a migration that a dump contains: no migration goes backwards. */
export function refuseNewerMigrations({ migrations, commit }: Manifest, services: readonly DatabaseService[]): void {
  for (const service of services) {
    const known = new Set(
      [`services/${service}/src/db/migrations`, 'packages/service-kit/src/database/migrations'].flatMap((folder) =>
        globSync('*.sql', { cwd: join(repositoryRoot, folder) }).map((file) => basename(file, '.sql')),
      ),
    );
    const newer = (migrations[service] ?? []).filter((one) => !known.has(one));
    if (newer.length === 0) continue;
    const remedy = commit ? `Check out ${commit} or a later commit.` : 'Check out a later commit.';
    throw new Error(`The backup of ${service} has migrations that this checkout lacks: ${newer.join(', ')}. ${remedy}`);
  }
}

export function fingerprintOf(subjectKeySecret: string): string {
  return createHash('sha256').update(`backup of ${subjectKeySecret}`).digest('hex').slice(0, 16);
}
