import { isRecipients } from '@trust/encrypted-bucket/age-keys';
import { EncryptedBucket } from '@trust/encrypted-bucket/encrypted-bucket';
import { readConfig } from '@trust/service-kit/config';
import { z } from 'zod';

/** A bucket of another store than that of evidence, best of another company. */
export const BackupBucketSettings = z.object({
  /** Address of the store that keeps the backups. */
  BACKUP_S3_ENDPOINT: z.url(),
  /** Region that requests are signed for. */
  BACKUP_S3_REGION: z.string().min(1).default('us-east-1'),
  /** Account of that store: lists, reads and writes in the bucket, and has no right to delete. */
  BACKUP_S3_ACCESS_KEY: z.string().min(1),
  /** Secret of that account. */
  BACKUP_S3_SECRET_KEY: z.string().min(1),
  /** Existing bucket. */
  BACKUP_S3_BUCKET: z.string().min(3).default('backups'),
});

export const BackupSettings = BackupBucketSettings.extend({
  /** Public key of `npm run backup -- new-identity`, several with commas between: whoever has one private key can restore. */
  BACKUP_RECIPIENT: z
    .string()
    .refine(isRecipients, 'must be a public key such as age1…: npm run backup -- new-identity'),
});

export const bucketSettingsHelp = `  BACKUP_S3_ENDPOINT, BACKUP_S3_BUCKET (backups), BACKUP_S3_REGION, BACKUP_S3_ACCESS_KEY, BACKUP_S3_SECRET_KEY
                  with s3: the bucket of backups; the account needs no right to delete
`;

export function bucketFromEnvironment(): EncryptedBucket {
  const config = readConfig(BackupBucketSettings);
  return new EncryptedBucket({
    endpoint: config.BACKUP_S3_ENDPOINT,
    region: config.BACKUP_S3_REGION,
    accessKey: config.BACKUP_S3_ACCESS_KEY,
    secretKey: config.BACKUP_S3_SECRET_KEY,
    bucket: config.BACKUP_S3_BUCKET,
  });
}
