import type { EncryptedBucket } from '@trust/encrypted-bucket/encrypted-bucket';
import type { BackupState } from '@trust/service-admin/backup-metrics';
import { readBucketManifest, storedBackups, timeOf } from './stored-backups.ts';

/** The record of a successful drill: its key has the time, its text the backup. */
export async function recordDrill(bucket: EncryptedBucket, at: Date, backup: string): Promise<void> {
  await bucket.putText(`drills/${at.toISOString()}.json`, `${JSON.stringify({ backup })}\n`);
}

export async function lastDrill(bucket: EncryptedBucket): Promise<Date | undefined> {
  const keys = [...(await bucket.sizes('drills/')).keys()].sort();
  const [, time] = /^drills\/(.+)\.json$/.exec(keys.at(-1) ?? '') ?? [];
  return time ? new Date(time) : undefined;
}

/** What the metrics report. It comes from the bucket, so it covers the backups and drills of every machine. */
export async function backupState(bucket: EncryptedBucket): Promise<BackupState> {
  const [name] = await storedBackups(bucket);
  const drilled = await lastDrill(bucket);
  const objects = name ? Object.values((await readBucketManifest(bucket, name)).objects) : undefined;
  return {
    takenAt: name ? timeOf(name).getTime() / 1000 : undefined,
    bytes: objects?.reduce((sum, { bytes }) => sum + bytes, 0),
    drilledAt: drilled && drilled.getTime() / 1000,
  };
}
