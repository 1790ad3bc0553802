import { hash } from 'node:crypto';
import { recipientsIn } from '@trust/encrypted-bucket/age-keys';
import type { EncryptedBucket } from '@trust/encrypted-bucket/encrypted-bucket';
import { z } from 'zod';
import { keysFolder, Manifest } from '../manifest.ts';

/** Rejects a name that would be written outside the folder of the restore. */
const isInside = (name: string) =>
  /^(databases|keys|evidence)\/[\w./-]+$/.test(name) && !name.split('/').includes('..');

const BucketManifest = Manifest.extend({
  /** The encrypted object of each file. */
  objects: z.record(z.string().refine(isInside), z.object({ key: z.string(), bytes: z.number(), sha256: z.string() })),
});

export type BucketManifest = z.infer<typeof BucketManifest>;

const folder = 'manifests/';
const manifestKey = (name: string) => `${folder}${name}.json`;

/** Names sort by time. */
export function backupName(startedAt: Date): string {
  return startedAt.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

export function timeOf(backup: string): Date {
  return new Date(backup.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3:$4:$5Z'));
}

/** An object of a backup. `evidence`: the prefix of its documents. */
export function objectKey(backup: string, file: string, evidence: string): string {
  const [kind = '', ...rest] = file.split('/');
  const path = `${rest.join('/')}.age`;
  if (kind === 'evidence') return `${evidence}${path}`;
  return kind === 'keys' ? `keys/${backup}/${path}` : `backups/${backup}/${kind}/${path}`;
}

/** Backups of a month for the same public keys share their documents. Other keys could not open those. */
export function evidencePrefix(backup: string, recipients: string): string {
  const keys = hash('sha256', recipientsIn(recipients).sort().join()).slice(0, 16);
  return `evidence/${backup.slice(0, 4)}-${backup.slice(4, 6)}/${keys}/`;
}

/** What is left of a backup after the days that keys may be kept (ADR 0007). */
export function leaveOutKeys(manifest: BucketManifest): BucketManifest {
  const others = <Value>(all: Record<string, Value>) =>
    Object.fromEntries(Object.entries(all).filter(([file]) => !file.startsWith(`${keysFolder}/`)));
  return { ...manifest, files: others(manifest.files), objects: others(manifest.objects) };
}

/** Last: what has no manifest is no backup. */
export async function writeBucketManifest(bucket: EncryptedBucket, name: string, manifest: BucketManifest) {
  await bucket.putText(manifestKey(name), `${JSON.stringify(manifest)}\n`);
}

/** Names of the complete backups, the newest first. */
export async function storedBackups(bucket: EncryptedBucket): Promise<string[]> {
  const keys = [...(await bucket.sizes(folder)).keys()];
  return keys
    .flatMap((key) => /^manifests\/(\d{8}T\d{6}Z)\.json$/.exec(key)?.[1] ?? [])
    .sort()
    .reverse();
}

/** `wanted`: a name, or `latest`. */
export async function findBackup(bucket: EncryptedBucket, wanted: string) {
  const names = await storedBackups(bucket);
  const name = wanted === 'latest' ? names[0] : names.find((one) => one === wanted);
  if (!name) throw new Error(missing(bucket.name, wanted, names));
  return { name, manifest: await readBucketManifest(bucket, name) };
}

export async function readBucketManifest(bucket: EncryptedBucket, name: string): Promise<BucketManifest> {
  const text = (await bucket.text(manifestKey(name))) ?? 'null';
  const { success, data, error } = BucketManifest.safeParse(parsed(text));
  if (success) return data;
  const fault = error.issues[0];
  throw new Error(
    `${manifestKey(name)} in the bucket ${bucket.name} is no manifest of this version (${fault?.path.join('.')}: ${fault?.message}). Choose another backup.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function missing(bucket: string, wanted: string, names: string[]): string {
  if (names.length === 0) return `The bucket ${bucket} has no complete backup. Run npm run backup -- s3.`;
  return `The bucket ${bucket} has no complete backup ${wanted}. It has ${names.slice(0, 5).join(', ')}: choose one, or latest.`;
}
