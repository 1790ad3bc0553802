import type { Readable } from 'node:stream';
import { encrypterFor } from '@trust/encrypted-bucket/age-keys';
import type { EncryptedBucket, StoredObject } from '@trust/encrypted-bucket/encrypted-bucket';
import type { Step } from '../../local/progress.ts';
import { dumpDatabases } from '../dump.ts';
import type { EvidenceFile, EvidencePlace } from '../evidence-place.ts';
import type { BackupFile, Manifest } from '../manifest.ts';
import type { UrlOf } from '../server.ts';
import {
  type BucketManifest,
  backupName,
  evidencePrefix,
  objectKey,
  readBucketManifest,
  storedBackups,
  writeBucketManifest,
} from './stored-backups.ts';

type Sending = {
  bucket: EncryptedBucket;
  recipients: string;
  startedAt: Date;
  now: () => Date;
  urlOf: UrlOf;
  bin: string;
  evidence: EvidencePlace | undefined;
  origin: Pick<Manifest, 'commit' | 'secrets'>;
  step: Step;
};

const uploadsAtOnce = 4;

/** Sends the databases and what the bucket lacks of the evidence. Deletes nothing: rules of the bucket do. */
export async function sendBackup(options: Sending): Promise<{ name: string; manifest: BucketManifest; sent: number }> {
  const { bucket, recipients, startedAt, urlOf, bin, evidence, origin, step } = options;
  const name = backupName(startedAt);
  const prefix = evidencePrefix(name, recipients);
  const encrypter = encrypterFor(recipients);
  const objects: Record<string, StoredObject> = {};
  let sent = 0;
  const store = async (file: string, source: Readable): Promise<BackupFile> => {
    const { plain, stored } = await bucket.encrypt(objectKey(name, file, prefix), source, encrypter);
    objects[file] = stored;
    sent += stored.bytes;
    return plain;
  };
  const { files, ...dumped } = await step('dump databases', (report) => dumpDatabases({ urlOf, bin, store, report }));
  // After the dumps, so that every object that a row names is in the backup.
  if (evidence)
    await step('send evidence', async (report) => {
      const [all, findKnown] = [await evidence.list(), await knownEvidence(bucket, prefix)];
      const added = all.filter((one) => {
        const known = findKnown(one);
        if (known) [files[`evidence/${one.name}`], objects[`evidence/${one.name}`]] = [known.file, known.stored];
        return !known;
      });
      await eachOf(added, async ({ name: file }) => {
        const source = await evidence.open(file);
        if (source) files[`evidence/${file}`] = await store(`evidence/${file}`, source);
      });
      report(`${added.length} files of ${evidence.label} sent, ${all.length - added.length} already there`);
    });
  const manifest = {
    format: 1,
    ...dumped,
    finishedAt: options.now().toISOString(),
    ...origin,
    files,
    objects,
  } as const;
  await writeBucketManifest(bucket, name, manifest);
  return { name, manifest, sent };
}

/** Finds what the last backup names below this prefix, is still there, and has not changed since. */
async function knownEvidence(bucket: EncryptedBucket, prefix: string) {
  const [last] = await storedBackups(bucket);
  const previous = last ? await readBucketManifest(bucket, last) : undefined;
  const sizes = await bucket.sizes(prefix);
  return (one: EvidenceFile) => {
    const file = previous?.files[`evidence/${one.name}`];
    const stored = previous?.objects[`evidence/${one.name}`];
    if (!previous || !file || !stored) return undefined;
    const isSame = one.bytes === file.bytes && one.at < new Date(previous.takenAt);
    return isSame && sizes.get(stored.key) === stored.bytes ? { file, stored } : undefined;
  };
}

async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: uploadsAtOnce }, worker));
}
