import { Page, PageQuery } from '@trust/contracts/page';
import { z } from 'zod';

const outcomes = ['done', 'refused'] as const;
const flags = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

const filters = {
  actorId: z.uuid().optional(),
  action: z.string().min(1).max(100).optional(),
  objectType: z.string().min(1).max(100).optional(),
  objectId: z.string().min(1).max(200).optional(),
  providerId: z.uuid().optional(),
  outcome: z.enum(outcomes).optional(),
  requestId: z.string().min(1).max(100).optional(),
  startAt: z.iso.datetime().optional(),
  endAt: z.iso.datetime().optional(),
};

export const AuditFilter = z.strictObject(filters);
export const AuditQuery = PageQuery.extend(filters);

export const AuditEntry = z
  .object({
    id: z.uuid(),
    position: z.number().int(),
    hash: z.string(),
    occurredAt: z.iso.datetime(),
    service: z.string(),
    actorId: z.uuid().nullable(),
    sessionId: z.uuid().nullable(),
    permission: z.string(),
    action: z.string(),
    objectType: z.string(),
    objectId: z.string().nullable(),
    outcome: z.enum(outcomes),
    reason: z.string().nullable(),
    before: flags.meta({ examples: [{ state: 'open' }] }),
    after: flags.meta({ examples: [{ state: 'in_progress' }] }),
    requestId: z.string(),
    policyVersion: z.string(),
    refusal: z.object({ slug: z.string(), count: z.number().int(), lastAt: z.iso.datetime() }).nullable(),
  })
  .meta({ id: 'AuditEntry' });

export const AuditPage = Page(AuditEntry).meta({ id: 'AuditPage' });
