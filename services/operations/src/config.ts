import { JwkSetting, ServiceConfig } from '@trust/service-kit/config';
import { z } from 'zod';

/** What the audit log's checkpoints need; the verify command reads the same. */
export const AuditConfig = z.object({
  DATABASE_URL: z.string(),
  /** Private Ed25519 JWK with a `kid`: signs the checkpoints of the audit chain. */
  AUDIT_SIGNING_KEY: JwkSetting,
  /** Where checkpoints are kept besides the database, out of reach of whoever can rewrite that. One a line, only appended to. */
  AUDIT_CHECKPOINT_FILE: z.string().optional(),
});

/** What the verify command needs to ask the services how many entries they have announced. */
export const AskConfig = z.object({
  NATS_URL: z.string().optional(),
  EVENTS_COMMAND_PASSWORD: z.string().optional(),
});

export const Config = ServiceConfig.extend(AuditConfig.shape);
