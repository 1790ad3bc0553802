import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Decrypter, decrypterFor } from '@trust/encrypted-bucket/age-keys';
import type { Step } from '../../local/progress.ts';
import { fetchBackup, refuseMissing } from './fetch-backup.ts';
import { bucketFromEnvironment } from './settings.ts';
import { findBackup, leaveOutKeys, storedBackups } from './stored-backups.ts';

export const bucketPrefix = 's3:';

type Wanted = { identity: string | undefined; folder: string | undefined; withoutKeys: boolean; step: Step };

/** `-` is the standard input: then the private key is on no disk of this machine. */
export function readIdentity(file: string): Decrypter {
  return decrypterFor(readFileSync(file === '-' ? 0 : file, 'utf8'));
}

/** Fetches `s3:latest` or `s3:<name>` and returns the folder it is in then. */
export async function fetchNamed(source: string, { identity, folder, withoutKeys, step }: Wanted): Promise<string> {
  if (!identity)
    throw new Error(
      'A backup in a bucket needs --identity with the file of its private key, which you keep elsewhere.',
    );
  const decrypter = readIdentity(identity);
  const bucket = bucketFromEnvironment();
  const { name, manifest: whole } = await findBackup(bucket, source.slice(bucketPrefix.length));
  const manifest = withoutKeys ? leaveOutKeys(whole) : whole;
  const target = folder ? resolve(folder) : join(tmpdir(), 'trust-restore', name);
  await step(`fetch ${name}`, (report) => fetchBackup({ bucket, manifest, decrypter, folder: target, report }));
  return target;
}

/** Needs no private key, so it compares sizes only. */
export async function describeNamed(source: string, print: (line: string) => void): Promise<void> {
  const bucket = bucketFromEnvironment();
  const { name, manifest } = await findBackup(bucket, source.slice(bucketPrefix.length));
  await refuseMissing(bucket, manifest);
  const { takenAt, commit, objects } = manifest;
  print(`${name}: taken at ${takenAt}, commit ${commit ?? 'unknown'}, ${Object.keys(objects).length} objects.`);
  print('Each object is there with its size. npm run drill proves that the backup can be restored.');
}

export async function listBackups(print: (line: string) => void): Promise<void> {
  const bucket = bucketFromEnvironment();
  const names = await storedBackups(bucket);
  for (const name of names) print(name);
  print(`${names.length} complete backups in the bucket ${bucket.name}.`);
}
