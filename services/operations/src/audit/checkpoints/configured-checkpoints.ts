import type { AuditConfig } from '../../config.ts';
import { type CheckpointFile, type CheckpointPlace, checkpointFile } from './checkpoint-file.ts';

type Settings = Pick<AuditConfig, Extract<keyof AuditConfig, `AUDIT_CHECKPOINT_${string}`>>;

export async function configuredCheckpoints(config: Settings): Promise<CheckpointFile> {
  const bucket = await configuredBucket(config);
  return checkpointFile({ file: config.AUDIT_CHECKPOINT_FILE, dir: config.AUDIT_CHECKPOINT_DIR, bucket });
}

/** Loads the S3 client only if it is used. */
async function configuredBucket(config: Settings): Promise<CheckpointPlace | undefined> {
  const {
    AUDIT_CHECKPOINT_S3_ENDPOINT: endpoint,
    AUDIT_CHECKPOINT_S3_REGION: region,
    AUDIT_CHECKPOINT_S3_ACCESS_KEY: accessKey,
    AUDIT_CHECKPOINT_S3_SECRET_KEY: secretKey,
    AUDIT_CHECKPOINT_S3_BUCKET: bucket,
  } = config;
  if (!endpoint || !accessKey || !secretKey) return undefined;
  const { s3Checkpoints } = await import('./s3-checkpoints.ts');
  return s3Checkpoints({ endpoint, region, accessKey, secretKey, bucket });
}
