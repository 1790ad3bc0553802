import { AccountClient } from '@trust/s3/account-client';
import { readConfig } from '@trust/service-kit/config';
import { CheckpointBucketConfig } from '../../config.ts';

const usage = `services/operations/src/audit/checkpoints/bucket-command.ts   creates the bucket of checkpoints if it does not exist

Uses the AUDIT_CHECKPOINT_S3_ settings of operations. It sets no object lock: see docs/operations.md.
`;

const account = {
  AUDIT_CHECKPOINT_S3_ENDPOINT: true,
  AUDIT_CHECKPOINT_S3_ACCESS_KEY: true,
  AUDIT_CHECKPOINT_S3_SECRET_KEY: true,
} as const;

if (process.argv.includes('--help')) process.stdout.write(usage);
else await createBucket();

async function createBucket(): Promise<void> {
  const config = readConfig(CheckpointBucketConfig.required(account));
  const bucket = config.AUDIT_CHECKPOINT_S3_BUCKET;
  const store = new AccountClient({
    endpoint: config.AUDIT_CHECKPOINT_S3_ENDPOINT,
    region: config.AUDIT_CHECKPOINT_S3_REGION,
    accessKey: config.AUDIT_CHECKPOINT_S3_ACCESS_KEY,
    secretKey: config.AUDIT_CHECKPOINT_S3_SECRET_KEY,
  });
  process.stdout.write(`${bucket}: ${(await store.createBucket(bucket)) ? 'created' : 'exists'}\n`);
}
