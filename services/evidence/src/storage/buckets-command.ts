import { AccountClient } from '@trust/s3/account-client';
import { readConfig } from '@trust/service-kit/config';
import { Config } from '../config.ts';

const usage = `services/evidence/src/storage/buckets-command.ts   creates the two buckets of evidence if they do not exist

Uses the S3_ settings of the evidence service (docs/evidence.md).
`;

if (process.argv.includes('--help')) process.stdout.write(usage);
else await createBuckets();

async function createBuckets(): Promise<void> {
  const config = readConfig(Config);
  if (config.EVIDENCE_STORE !== 's3') throw new Error('Only EVIDENCE_STORE=s3 has buckets.');
  const store = new AccountClient({
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    accessKey: config.S3_ACCESS_KEY,
    secretKey: config.S3_SECRET_KEY,
  });
  for (const bucket of [config.S3_UPLOADS_BUCKET, config.S3_EVIDENCE_BUCKET])
    process.stdout.write(`${bucket}: ${(await store.createBucket(bucket)) ? 'created' : 'exists'}\n`);
}
