import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Decrypter } from '@trust/encrypted-bucket/age-keys';
import type { EncryptedBucket } from '@trust/encrypted-bucket/encrypted-bucket';
import { describeFile, Manifest, writeManifest } from '../manifest.ts';
import type { BucketManifest } from './stored-backups.ts';

type Fetching = {
  bucket: EncryptedBucket;
  manifest: BucketManifest;
  decrypter: Decrypter;
  folder: string;
  /** Without it, all files. */
  isWanted?: (file: string) => boolean;
  report: (line: string) => void;
};

/** Makes `folder` a backup like those of `npm run backup -- <folder>`. After an interruption it continues. */
export async function fetchBackup({ bucket, manifest, decrypter, folder, isWanted, report }: Fetching): Promise<void> {
  await refuseMissing(bucket, manifest);
  let fetched = 0;
  for (const [file, stored] of Object.entries(manifest.objects)) {
    const path = join(folder, file);
    if (isWanted?.(file) === false) continue;
    if (await isComplete(path, manifest.files[file]?.sha256)) continue;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    await bucket.decrypt(stored, decrypter, createWriteStream(`${path}.part`, { mode: 0o600 }));
    renameSync(`${path}.part`, path);
    fetched++;
  }
  writeManifest(folder, Manifest.parse(manifest));
  report(`${fetched} files decrypted into ${folder}`);
}

/** Before the first download, which may take hours. */
export async function refuseMissing(bucket: EncryptedBucket, { objects }: BucketManifest): Promise<void> {
  const prefixes = new Set(Object.values(objects).map(({ key }) => key.split('/').slice(0, 2).join('/')));
  const sizes = new Map<string, number>();
  for (const prefix of prefixes) for (const [key, size] of await bucket.sizes(`${prefix}/`)) sizes.set(key, size);
  for (const { key, bytes } of Object.values(objects)) {
    if (sizes.get(key) === bytes) continue;
    const fault = sizes.has(key) ? 'has another size than the manifest says' : 'is missing';
    const remedy = key.startsWith('keys/')
      ? 'Keys are kept for 7 days (ADR 0007): choose a newer backup, or add --without-keys.'
      : 'Choose another backup.';
    throw new Error(`${key} in the bucket ${bucket.name} ${fault}. ${remedy}`);
  }
}

async function isComplete(path: string, sha256: string | undefined): Promise<boolean> {
  return existsSync(path) && (await describeFile(path)).sha256 === sha256;
}
