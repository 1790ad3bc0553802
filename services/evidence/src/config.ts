import { SecretSetting, ServiceConfig } from '@trust/service-kit/config';
import { refusePlaintext } from '@trust/service-kit/tls/plaintext';
import { z } from 'zod';

const Evidence = ServiceConfig.extend({
  /** Keys the index of equal documents. A new value would hide all documents indexed before. */
  CONTENT_INDEX_SECRET: SecretSetting,
  /** Storage per provider in MiB, open uploads included. */
  EVIDENCE_QUOTA_MIB: z.coerce.number().int().min(16).default(2048),
  /** If more documents are missing or more objects unknown, none is marked lost or deleted (promise U7). */
  EVIDENCE_MAX_STORE_MISMATCHES: z.coerce.number().int().min(0).default(20),
  /** Requests of the sweep to the store, each minute and area; a list has 1,000 names. 20 compare 30 million in 25 hours. */
  EVIDENCE_SWEEP_REQUESTS: z.coerce.number().int().min(1).max(1000).default(20),
  // Refused rather than ignored: an operator who set it to 0 must not get the default.
  EVIDENCE_LOSSES_BELIEVED: z.undefined({ error: 'renamed: set EVIDENCE_MAX_STORE_MISMATCHES instead' }).optional(),
  /** Documents scanned at a time, each of another provider. One slot is reserved (ADR 0033). */
  EVIDENCE_SCANS_AT_ONCE: z.coerce.number().int().min(2).max(64).default(4),
  /** `eicar-only` finds the EICAR test file only. With `none` no document becomes available. */
  SCANNER: z.enum(['none', 'eicar-only', 'clamd']).default('none'),
  /** Socket of clamd, or `host:port` in a private network. */
  CLAMD_ADDRESS: z.string().min(1).default('/run/clamav/clamd.ctl'),
  STORAGE_EVENTS_TOKEN: z.undefined({ error: 'moved: set `storage` in WEBHOOK_SECRETS of webhooks' }).optional(),
});

/** A folder that only this service may read, on one machine. */
const OnFolder = Evidence.extend({
  /** Where documents are stored. */
  EVIDENCE_STORE: z.literal('folder'),
  /** Folder on one machine that only this service can read. */
  EVIDENCE_DIR: z.string().min(1),
  /** Signs the URLs of upload parts. */
  UPLOAD_SIGNING_SECRET: SecretSetting,
  /** A second valid value during a rotation: first the next one, then the previous one. */
  UPLOAD_SIGNING_SECRET_ACCEPTED: SecretSetting.optional(),
});

/** Two buckets of an S3 store; clients hold signed URLs into the first only. */
export const OnS3 = Evidence.extend({
  EVIDENCE_STORE: z.literal('s3'),
  /** Address of the store for this service. */
  S3_ENDPOINT: z.url(),
  /** The endpoint for clients, if it differs from that of this service. */
  S3_PUBLIC_ENDPOINT: z.url().optional(),
  /** Region that requests are signed for. */
  S3_REGION: z.string().min(1).default('us-east-1'),
  /** Account of the store: reads, writes, copies and deletes in both buckets. */
  S3_ACCESS_KEY: z.string().min(1),
  /** Secret of that account. */
  S3_SECRET_KEY: z.string().min(1),
  /** Bucket of open uploads. */
  S3_UPLOADS_BUCKET: z.string().min(3).default('uploads'),
  /** Bucket of confirmed documents; no client gets a URL into it. */
  S3_EVIDENCE_BUCKET: z.string().min(3).default('evidence'),
});

export const Config = z
  .discriminatedUnion('EVIDENCE_STORE', [OnFolder, OnS3])
  .superRefine(refusePlaintext)
  .refine(({ SCANNER, TRUST_MODE }) => SCANNER !== 'eicar-only' || TRUST_MODE === 'development', {
    path: ['SCANNER'],
    message: 'eicar-only finds no real malware and is allowed in development only; use clamd',
  });
export type Config = z.output<typeof Config>;
