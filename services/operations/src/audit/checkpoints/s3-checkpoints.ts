import { text } from 'node:stream/consumers';
import { AccountClient, type S3Account } from '@trust/s3/account-client';
import type { CheckpointPlace } from './checkpoint-file.ts';
import { checkpointName, isCheckpointName } from './checkpoint-name.ts';

export type CheckpointBucket = S3Account & { bucket: string };

const readsAtOnce = 16;

/** One object a checkpoint, named by its content: no write of ours replaces another. For a bucket with object lock. */
export function s3Checkpoints({ bucket, ...account }: CheckpointBucket): CheckpointPlace {
  const s3 = new AccountClient(account);
  const read = async (name: string) => (await text(await s3.getObject(bucket, name))).trim();

  return {
    name: `the bucket ${bucket}`,
    async append(jws) {
      await s3.putObject(bucket, checkpointName(jws), `${jws}\n`);
    },
    async read() {
      const names: string[] = [];
      for await (const { name } of s3.listObjectsV2(bucket, '', true))
        if (name && isCheckpointName(name)) names.push(name);
      const found: string[] = [];
      for (let at = 0; at < names.length; at += readsAtOnce)
        found.push(...(await Promise.all(names.slice(at, at + readsAtOnce).map(read))));
      return found;
    },
  };
}
