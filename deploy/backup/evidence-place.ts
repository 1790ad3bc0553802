import { createReadStream, createWriteStream, existsSync, globSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AccountClient, ifNotFound, type S3Account } from '@trust/s3/account-client';
import { readConfig } from '@trust/service-kit/config';
import { OnS3 } from '../../services/evidence/src/config.ts';
import { publicHeaders } from '../../services/evidence/src/storage/s3-store.ts';
import { giveFilesOfRoot, otherOwnerOf } from '../local/data-owner.ts';
import { copyMissingFiles } from './evidence-files.ts';

export type EvidenceFile = { name: string; bytes: number; at: Date };

/** Where documents are: a folder or a bucket. Both may change while they are read. */
export type EvidencePlace = {
  label: string;
  list(): Promise<EvidenceFile[]>;
  /** Undefined if the running service has deleted it. */
  open(name: string): Promise<Readable | undefined>;
  /** Returns the names of what it copied to `folder`. */
  copyTo(folder: string): Promise<string[]>;
  /** Adds the files of `folder` that are missing or differ, and returns how many. */
  addFrom(folder: string): Promise<number>;
};

const Bucket = OnS3.pick({
  S3_ENDPOINT: true,
  S3_REGION: true,
  S3_ACCESS_KEY: true,
  S3_SECRET_KEY: true,
  S3_EVIDENCE_BUCKET: true,
});

/** By the settings of the evidence service. */
export function evidenceFromEnvironment(): EvidencePlace | undefined {
  const { S3_ENDPOINT: address, EVIDENCE_DIR: folder } = process.env;
  if (!address) return folder ? evidenceFolder(folder) : undefined;
  const own = readConfig(Bucket);
  return evidenceBucket({
    endpoint: own.S3_ENDPOINT,
    region: own.S3_REGION,
    accessKey: own.S3_ACCESS_KEY,
    secretKey: own.S3_SECRET_KEY,
    bucket: own.S3_EVIDENCE_BUCKET,
  });
}

export function evidenceFolder(folder: string): EvidencePlace {
  return {
    label: folder,
    list: async () => filesIn(folder),
    open: async (name) => (existsSync(join(folder, name)) ? createReadStream(join(folder, name)) : undefined),
    copyTo: async (target) => copyMissingFiles(folder, target).names,
    async addFrom(source) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const copied = existsSync(source) ? copyMissingFiles(source, folder).copied : 0;
      const owner = otherOwnerOf(folder);
      if (owner) giveFilesOfRoot(folder, owner);
      return copied;
    },
  };
}

/** The bucket of confirmed documents. That of open uploads is in no backup: clients send again. */
export function evidenceBucket({ bucket, ...account }: S3Account & { bucket: string }): EvidencePlace {
  const s3 = new AccountClient(account);
  const list = async () => {
    const found: EvidenceFile[] = [];
    for await (const { name, size, lastModified } of s3.listObjectsV2(bucket, '', true))
      if (name && lastModified) found.push({ name, bytes: size, at: lastModified });
    return found;
  };
  const open = (name: string) => s3.getObject(bucket, name).catch(ifNotFound(undefined));
  return {
    label: `the bucket ${bucket}`,
    list,
    open,
    async copyTo(folder) {
      const names: string[] = [];
      for (const { name } of await list()) {
        const source = await open(name);
        if (!source) continue;
        const path = join(folder, name);
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        await pipeline(source, createWriteStream(path, { mode: 0o600 }));
        names.push(name);
      }
      return names;
    },
    async addFrom(folder) {
      await s3.createBucket(bucket);
      const present = new Map((await list()).map(({ name, bytes }) => [name, bytes]));
      const missing = filesIn(folder).filter(({ name, bytes }) => present.get(name) !== bytes);
      for (const { name, bytes } of missing)
        await s3.putObject(bucket, name, createReadStream(join(folder, name)), bytes, headersOf(name));
      return missing.length;
    },
  };
}

const headersOf = (name: string) => (name.startsWith('public/') ? publicHeaders : {});

function filesIn(folder: string): EvidenceFile[] {
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      const found = statSync(path, { throwIfNoEntry: false });
      return found ? [{ name: path.slice(folder.length + 1), bytes: found.size, at: found.mtime }] : [];
    });
}
