import { z } from 'zod';
import { event } from '../event.ts';

/** Facts that every service with a database publishes on its own stream. */
export const auditedServices = ['identity', 'provider', 'evidence', 'verification', 'operations', 'webhooks'] as const;
export type AuditedService = (typeof auditedServices)[number];

/** Flags and ids only: an entry outlives the erasure of the person it speaks of (contract §9). */
const flags = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export const auditRecorded = perService((service) =>
  event(`${service}.audit.recorded.v1`, 'One state-changing request or evidence read, for the audit chain.', {
    occurredAt: z.iso.datetime(),
    actorId: z.uuid().nullable(),
    sessionId: z.uuid().nullable(),
    permission: z.string().meta({ examples: ['provider.availability.manage'] }),
    action: z.string().meta({ examples: ['putAvailability'] }),
    objectType: z.string().meta({ examples: ['service_selection'] }),
    objectId: z
      .string()
      .nullable()
      .meta({ examples: ['019a4909-3ae8-7b17-8c5e-92d06f4ab1e3'] }),
    outcome: z.enum(['done', 'refused']),
    reason: z.string().nullable(),
    before: flags.meta({ examples: [{ state: 'available' }] }),
    after: flags.meta({ examples: [{ state: 'limited', hasNextTime: true }] }),
    requestId: z.string(),
    policyVersion: z.string(),
    /** Of a write that was refused for authorisation: why, and how many equal ones there were within a minute of the first. */
    refusal: z
      .strictObject({
        slug: z.string().meta({ examples: ['forbidden'] }),
        count: z.number().int().min(1),
        lastAt: z.iso.datetime(),
      })
      .optional(),
  }),
);

export const notificationTemplates = [
  'case_opened',
  'evidence_available',
  'evidence_rejected',
  'evidence_refused',
  'evidence_lost',
  'evidence_renewal_due',
  'case_decided',
  'new_sign_in',
  'contact_points_changed',
] as const;

export const notificationRequested = perService((service) =>
  event(`${service}.notification.requested.v1`, 'Somebody should be told. No private evidence, no document data.', {
    userId: z.uuid().nullable(),
    providerId: z.uuid().nullable(),
    template: z.enum(notificationTemplates),
    data: flags.meta({ examples: [{ categoryKey: 'electrician' }] }),
  }),
);

/**
 * Whoever keeps more of a person than an id that others gave it. Verification does not: what it knows of people came from
 * provider and evidence, who tell it themselves.
 */
export const exportingServices = ['identity', 'provider', 'evidence', 'operations', 'webhooks'] as const;
export type ExportingService = (typeof exportingServices)[number];

export const exportPartSealed = perService((service) =>
  event(
    `${service}.export-part.sealed.v1`,
    'What a service keeps of a person who asked for their data, in pieces, readable with the key of this one export only (JWE).',
    {
      exportId: z.uuid(),
      part: z.number().int().min(1),
      of: z.number().int().min(1).max(1000),
      sealed: z.string(),
    },
  ),
);

function perService<T>(make: (service: AuditedService) => T): Record<AuditedService, T> {
  return Object.fromEntries(auditedServices.map((service) => [service, make(service)])) as Record<AuditedService, T>;
}
