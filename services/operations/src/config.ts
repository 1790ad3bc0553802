import { BusinessCalendar } from '@trust/business-calendar/calendar';
import { france } from '@trust/business-calendar/france';
import { JsonSetting, JwkSetting, ServiceConfig } from '@trust/service-kit/config';
import { z } from 'zod';

export const AuditConfig = z.object({
  /** Database of operations, with the application role and its password. */
  DATABASE_URL: z.string(),
  /** Private Ed25519 JWK with a `kid`: signs the checkpoints of the audit chain. */
  AUDIT_SIGNING_KEY: JwkSetting,
  /** Append-only file of checkpoints. Those who can change the database must not write there. */
  AUDIT_CHECKPOINT_FILE: z.string().optional(),
  /** Folder of checkpoints, one file each, never overwritten: for a mounted store that keeps what was written once. */
  AUDIT_CHECKPOINT_DIR: z.string().optional(),
});

/** Lets the verify command ask the services for their counts; optional. */
export const EventsCommandConfig = z.object({
  NATS_URL: z.string().optional(),
  EVENTS_COMMAND_PASSWORD: z.string().optional(),
});

export const Config = ServiceConfig.extend({
  ...AuditConfig.shape,
  /** Working days of service levels; the same as in verification. A change applies to later due times. */
  BUSINESS_CALENDAR: JsonSetting.pipe(BusinessCalendar).default(france),
  /** Open escalations, incidents and field work that one operator gets automatically (ADR 0082). */
  WORK_PER_OPERATOR: z.coerce.number().int().min(1).max(1000).default(10),
});
