import { AccountClient, ifNotFound, type S3Account } from '@trust/s3/account-client';
import type { ListOptions } from '../object-store.ts';

export type S3Options = S3Account & {
  publicEndpoint?: string | undefined;
  uploads: string;
  evidence: string;
};

export type UploadRef = { name: string; uploadId: string };

type Listed = { name: string; at: Date };

export class S3Client extends AccountClient {
  parts(bucket: string, { name, uploadId }: UploadRef) {
    return this.listParts(bucket, name, uploadId).catch(ifNotFound(undefined));
  }

  /** Not minio's own stream, which requests the parts of each upload. */
  async uploadsAfter(bucket: string, { after, limit }: ListOptions): Promise<{ uploadRef: string; at: Date }[]> {
    const found = [];
    let at = { key: after, upload: '' };
    for (let isLast = false; !isLast && found.length < limit; ) {
      // Names have no slash, and not every store accepts an empty delimiter.
      const page = await this.listIncompleteUploadsQuery(bucket, '', at.key, at.upload, '/');
      for (const { key, uploadId, initiated } of page.uploads) {
        if (isObjectName(key)) found.push({ uploadRef: `${key}.${uploadId}`, at: new Date(initiated) });
      }
      isLast = !page.isTruncated;
      at = { key: page.nextKeyMarker, upload: page.nextUploadIdMarker };
    }
    return found;
  }

  async objectsAfter(bucket: string, { after, limit }: ListOptions): Promise<Listed[]> {
    const found: Listed[] = [];
    for await (const { name, lastModified } of this.listObjectsV2(bucket, '', true, after)) {
      if (name && lastModified && isObjectName(name)) found.push({ name, at: lastModified });
      if (found.length >= limit) break;
    }
    return found;
  }
}

const isObjectName = (name: string) => /^[0-9a-f]{64}$/.test(name);
