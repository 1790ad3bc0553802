import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Decrypter } from '@trust/encrypted-bucket/age-keys';
import type { EncryptedBucket } from '@trust/encrypted-bucket/encrypted-bucket';
import { openDb } from '@trust/service-kit/database/db';
import { checkpointKey, type PublicKeys } from '../../../services/operations/src/audit/checkpoints/checkpoint-key.ts';
import { verifyChain } from '../../../services/operations/src/audit/verification/verify-chain.ts';
import type { DB as Operations } from '../../../services/operations/src/db/schema.ts';
import { startPostgres } from '../../local/postgres/postgres.ts';
import type { Step } from '../../local/progress.ts';
import { serviceDatabases } from '../../local/services.ts';
import { createSecrets } from '../../local/settings/secrets.ts';
import { countRows, type RowCounts } from '../dump.ts';
import { type BackupFile, Manifest } from '../manifest.ts';
import { restoreDatabases } from '../restore-databases.ts';
import { type UrlOf, withClient } from '../server.ts';
import { recordDrill } from './bucket-state.ts';
import { fetchBackup } from './fetch-backup.ts';
import { findBackup } from './stored-backups.ts';

type Drill = {
  bucket: EncryptedBucket;
  wanted: string;
  decrypter: Decrypter;
  /** The public keys that signed the checkpoints of the audit log. */
  auditKeys: PublicKeys;
  /** Empty, on a disk that holds the databases twice. */
  scratch: string;
  /** Documents that are decrypted; all are looked for. */
  samples: number;
  bin: string;
  now: () => Date;
  random: () => number;
  step: Step;
};

/** Restores a backup into a Postgres of its own and throws at the first thing that is wrong. Records the success in the bucket. */
export async function drill(options: Drill): Promise<{ name: string; documents: number; entries: number }> {
  const { bucket, decrypter, bin, step } = options;
  const { name, manifest } = await findBackup(bucket, options.wanted);
  const folder = mkdtempSync(join(options.scratch, 'backup-'));
  await using own = new AsyncDisposableStack();
  own.defer(() => rmSync(folder, { recursive: true, force: true }));
  const samples = sampleOf(Object.keys(manifest.files), options);
  const isWanted = (file: string) => !file.startsWith('evidence/') || samples.has(file);
  await step(`fetch ${name}`, (report) => fetchBackup({ bucket, manifest, decrypter, folder, isWanted, report }));

  const dataDir = join(options.scratch, 'postgres');
  own.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const postgres = own.use(
    await step('start Postgres', () => startPostgres({ bin, dataDir, durable: false }, { stopWithParent: true })),
  );
  const urlOf: UrlOf = postgres.superuserUrl;
  const restoring = { urlOf, bin, folder, manifest: Manifest.parse(manifest), services: serviceDatabases };
  await step('restore databases', (report) =>
    restoreDatabases({ ...restoring, passwords: createSecrets().databasePasswords, report }),
  );
  await step('count rows', async () => refuseOtherCounts(manifest.rows, await rowsOf(urlOf)));
  const entries = await step('verify the audit log', () => verifyAuditLog(urlOf, options.auditKeys));
  const documents = await step('look for documents', async () => {
    const keys = await keptDocuments(urlOf('evidence'));
    refuseMissingDocuments(keys, manifest.files);
    return keys.length;
  });
  await recordDrill(bucket, options.now(), name);
  return { name, documents, entries };
}

function sampleOf(files: string[], { samples, random }: Pick<Drill, 'samples' | 'random'>): Set<string> {
  const documents = files.filter((file) => file.startsWith('evidence/'));
  const shuffled = documents.map((file) => ({ file, at: random() })).sort((one, other) => one.at - other.at);
  return new Set(shuffled.slice(0, samples).map(({ file }) => file));
}

async function rowsOf(urlOf: UrlOf): Promise<RowCounts> {
  const rows = {} as RowCounts;
  for (const service of serviceDatabases) rows[service] = await withClient(urlOf(service), countRows);
  return rows;
}

/** A restore ends sessions, continues numbers, seals guards and applies newer migrations. */
const changedByRestores = /^public\.(access_token|refresh_reply|aggregate_sequence|migration_\w+)$|^guard\./;

export function refuseOtherCounts(expected: Manifest['rows'], found: RowCounts): void {
  if (!expected) throw new Error('The backup has no row counts: it is older than drills. Make a new backup.');
  const wrong = serviceDatabases.flatMap((service) =>
    Object.entries(expected[service])
      .filter(([table, count]) => !changedByRestores.test(table) && found[service][table] !== count)
      .map(([table, count]) => `${service} ${table}: ${found[service][table] ?? 'no table'} rows, not ${count}`),
  );
  if (wrong.length > 0)
    throw new Error(
      `The restored databases differ from the backed-up ones. Use the commit of the backup, else report it:\n  ${wrong.join('\n  ')}`,
    );
}

async function verifyAuditLog(urlOf: UrlOf, auditKeys: PublicKeys): Promise<number> {
  await using db = openDb<Operations>({ url: urlOf('operations'), max: 1 });
  const verdict = await verifyChain(db, await checkpointKey(...auditKeys), []);
  if (!verdict.holds)
    throw new Error(`The audit log of the backup does not hold at entry ${verdict.seq}: ${verdict.fault}.`);
  return verdict.entries;
}

/** Objects that rows say are there. */
async function keptDocuments(url: string): Promise<string[]> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ key: string }>(`
      select version.object_key as key
      from evidence_version version join evidence_processing processing on processing.version_id = version.id
      where processing.state <> 'redacted' and processing.missing_since is null
      union all
      select rendition.object_key
      from media_rendition rendition join public_media media on media.id = rendition.media_id
      where media.state in ('pending', 'approved')`),
  );
  return rows.map(({ key }) => key);
}

/** Compares the last part of each name, because a folder has objects and published images in subfolders. */
export function refuseMissingDocuments(keys: readonly string[], files: Record<string, BackupFile>): void {
  const present = new Set(Object.keys(files).map((file) => file.split('/').at(-1)));
  const missing = keys.filter((key) => !present.has(key));
  if (missing.length > 0)
    throw new Error(
      `${missing.length} of ${keys.length} documents are not in the backup, such as ${missing[0]}. If they were deleted while it ran, drill the next backup; else look at the evidence settings of the backup.`,
    );
}
