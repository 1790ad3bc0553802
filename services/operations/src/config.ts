import { BusinessCalendar } from '@trust/business-calendar/calendar';
import { france } from '@trust/business-calendar/france';
import { JsonSetting, JwkSetting, PublicJwksSetting, ServiceConfig } from '@trust/service-kit/config';
import { refusePlaintext } from '@trust/service-kit/tls/plaintext';
import { z } from 'zod';
import { ApprovalsNeeded } from './interventions/overrides/approvals-needed.ts';

/** An S3 bucket of checkpoints; the names of evidence's store with a prefix. */
export const CheckpointBucketConfig = z.object({
  /** Address of the S3 store for checkpoints: one object each, never overwritten. Set both keys with it. */
  AUDIT_CHECKPOINT_S3_ENDPOINT: z.url().optional(),
  /** Region that requests are signed for. */
  AUDIT_CHECKPOINT_S3_REGION: z.string().min(1).default('us-east-1'),
  /** Account of that store: lists, reads and creates in the bucket. It needs no right to delete. */
  AUDIT_CHECKPOINT_S3_ACCESS_KEY: z.string().min(1).optional(),
  /** Secret of that account. */
  AUDIT_CHECKPOINT_S3_SECRET_KEY: z.string().min(1).optional(),
  /** Existing bucket, best with object lock (docs/operations.md). */
  AUDIT_CHECKPOINT_S3_BUCKET: z.string().min(3).default('audit-checkpoints'),
});

const AuditSettings = z.object({
  /** Database of operations, with the application role and its password. */
  ...ServiceConfig.pick({ DATABASE_URL: true, DATABASE_DIRECT_URL: true }).shape,
  /** Private Ed25519 JWK with a `kid`: signs the checkpoints of the audit chain. */
  AUDIT_SIGNING_KEY: JwkSetting,
  /** Public keys of earlier checkpoints, as a JSON array: without them its older entries cannot be verified. */
  AUDIT_ACCEPTED_KEYS: PublicJwksSetting,
  /** Append-only file of checkpoints. Those who can change the database must not write there. */
  AUDIT_CHECKPOINT_FILE: z.string().optional(),
  /** Folder of checkpoints, one file each, never overwritten: for a mounted store that keeps what was written once. */
  AUDIT_CHECKPOINT_DIR: z.string().optional(),
  ...CheckpointBucketConfig.shape,
});

/** A bucket without its keys would be left out, and the log would have no second place. */
const hasWholeBucket = (config: z.output<typeof CheckpointBucketConfig>) => {
  const keys = [config.AUDIT_CHECKPOINT_S3_ACCESS_KEY, config.AUDIT_CHECKPOINT_S3_SECRET_KEY];
  return [config.AUDIT_CHECKPOINT_S3_ENDPOINT, ...keys].every((one) => (one === undefined) === (keys[0] === undefined));
};
const wholeBucket = {
  path: ['AUDIT_CHECKPOINT_S3_ENDPOINT'],
  message:
    'set AUDIT_CHECKPOINT_S3_ENDPOINT, AUDIT_CHECKPOINT_S3_ACCESS_KEY and AUDIT_CHECKPOINT_S3_SECRET_KEY, or none',
};

export const AuditConfig = AuditSettings.refine(hasWholeBucket, wholeBucket);
export type AuditConfig = z.output<typeof AuditConfig>;
export const AuditKeyConfig = AuditSettings.pick({ AUDIT_SIGNING_KEY: true, AUDIT_ACCEPTED_KEYS: true });

/** Lets the verify command ask the services for their counts; optional. */
export const EventsCommandConfig = z.object({
  NATS_URL: z.string().optional(),
  EVENTS_COMMAND_PASSWORD: z.string().optional(),
});

export const Config = ServiceConfig.extend({
  ...AuditSettings.shape,
  /** Working days of service levels; the same as in verification. A change applies to later due times. */
  BUSINESS_CALENDAR: JsonSetting.pipe(BusinessCalendar).default(france),
  /** Open escalations, incidents and field work that one operator gets automatically (docs/domain/work-queue.md 24). */
  WORK_PER_OPERATOR: z.coerce.number().int().min(1).max(1000).default(10),
  /** Approvals that an override needs, by kind, 2 to 10: `{"publication-gate": 3}`. The other kinds need 2. */
  OVERRIDE_APPROVALS: JsonSetting.pipe(ApprovalsNeeded).default({}),
})
  .superRefine(refusePlaintext)
  .refine(hasWholeBucket, wholeBucket);
