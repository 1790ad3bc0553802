import { SecretSetting, ServiceConfig } from '@trust/service-kit/config';
import { z } from 'zod';

const Evidence = ServiceConfig.extend({
  /** Keys the index of equal documents. Never changed: what was indexed before would not be found any more. */
  CONTENT_INDEX_SECRET: SecretSetting,
  /** What the documents of one provider may take up, those on their way included. */
  EVIDENCE_QUOTA_MIB: z.coerce.number().int().min(16).default(2048),
  /**
   * How many documents may be missing in the store, or objects in it belong to nothing, and be believed. More at once are taken for a store
   * that is not right: nothing is given up or deleted until it is, or until this is raised.
   */
  EVIDENCE_LOSSES_BELIEVED: z.coerce.number().int().min(0).default(20),
  /** How many documents are scanned and opened at a time, each of another provider. One place is for providers that are no burden. */
  EVIDENCE_SCANS_AT_ONCE: z.coerce.number().int().min(2).max(64).default(4),
  /** `eicar-only` knows the EICAR test file and nothing else. Without a scanner evidence never becomes available. */
  SCANNER: z.enum(['none', 'eicar-only', 'clamd']).default('none'),
  /** The path of clamd's socket, or `host:port` in a network that nobody else is in. */
  CLAMD_ADDRESS: z.string().min(1).default('/run/clamav/clamd.ctl'),
  /** The bearer token of the store's events. Without one they are not heard. */
  STORAGE_EVENTS_TOKEN: SecretSetting.optional(),
});

/** Parts and evidence in a folder that only this service may read, for one machine. */
const OnFolder = Evidence.extend({
  EVIDENCE_STORE: z.literal('folder'),
  EVIDENCE_DIR: z.string().min(1),
  /** Signs the URLs of upload parts. */
  UPLOAD_SIGNING_SECRET: SecretSetting,
});

/** The same in two buckets of an S3 store; clients hold signed URLs into the first only. */
const OnS3 = Evidence.extend({
  EVIDENCE_STORE: z.literal('s3'),
  S3_ENDPOINT: z.url(),
  /** Where clients reach the store, if that is not where this service does. */
  S3_PUBLIC_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY: z.string().min(1),
  S3_SECRET_KEY: z.string().min(1),
  S3_UPLOADS_BUCKET: z.string().min(3).default('uploads'),
  S3_EVIDENCE_BUCKET: z.string().min(3).default('evidence'),
});

export const Config = z
  .discriminatedUnion('EVIDENCE_STORE', [OnFolder, OnS3])
  .refine(({ SCANNER, TRUST_MODE }) => SCANNER !== 'eicar-only' || TRUST_MODE === 'development', {
    path: ['SCANNER'],
    message: 'eicar-only is for development: it finds no real malware',
  });
export type Config = z.output<typeof Config>;
