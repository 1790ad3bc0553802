import { z } from 'zod';
import { event } from '../event.ts';

/** The services with a database. Each publishes its audit events on its own stream. */
export const auditedServices = ['identity', 'provider', 'evidence', 'verification', 'operations', 'webhooks'] as const;
export type AuditedService = (typeof auditedServices)[number];

/** Flags and ids only: an entry outlives the erasure of its person (contract §9). */
const flags = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export const auditRecorded = perService((service) =>
  event(`${service}.audit.recorded.v1`, 'A state-changing request or a read of evidence, for the audit log.', {
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
    /** For writes refused for authorisation; counts equal ones within a minute of the first. */
    refusal: z
      .strictObject({
        slug: z.string().meta({ examples: ['forbidden'] }),
        count: z.number().int().min(1),
        lastAt: z.iso.datetime(),
      })
      .optional(),
  }),
);

/** Reports of services to mission control; the newest counts. */
export const eventFlowReported = perService((service) =>
  event(
    `${service}.event-flow.reported.v1`,
    'The outbox, the consumers and the dead letters of a service, in numbers.',
    {
      unsentEvents: z.int().min(0),
      oldestUnsentSeconds: z.int().nullable(),
      /** Null while the broker does not answer. */
      consumerLag: z.int().min(0).nullable(),
      deadLetters: z.int().min(0),
      /** The oldest dead letters, without content and reason: an error may quote what is personal. */
      parked: z.array(z.strictObject({ eventId: z.uuid(), type: z.string(), parkedAt: z.iso.datetime() })).max(100),
      occurredAt: z.iso.datetime(),
    },
  ),
);

const generalTemplates = [
  'case_opened',
  'case_review_opened',
  'evidence_available',
  'evidence_rejected',
  'evidence_refused',
  'evidence_lost',
  'evidence_renewal_due',
  'case_decided',
  'appeal_received',
  'appeal_decided',
  'visit_scheduled',
  'correction_requested',
  'correction_due',
  'case_expired',
  'new_sign_in',
  'contact_points_changed',
  'claim_suspended',
  'claim_restored',
  'claim_revoked',
  'claim_superseded',
  'enquiry_received',
  'enquiry_accepted',
  'enquiry_declined',
  'enquiry_contact_shared',
  'enquiry_message',
  'enquiry_closed',
  'review_published',
  'review_rejected',
  'review_removed',
  'review_kept',
  'review_response_removed',
  'review_response_kept',
  'dispute_opened',
  'dispute_statement',
  'dispute_resolved',
  'dispute_withdrawn',
  'passkeys_changed',
  'roles_changed',
  'media_published',
  'media_rejected',
  'report_decided',
  'provider_suspended',
  'provider_reinstated',
  'provider_withheld',
  'provider_released',
] as const;
const workTemplates = ['work_assigned', 'vote_needed', 'visit_returned'] as const;
export type WorkTemplate = (typeof workTemplates)[number];
export const notificationTemplates = [...generalTemplates, ...workTemplates] as const;
export type NotificationTemplate = (typeof notificationTemplates)[number];

/** What a notification to an operator is about: `subjectType` and `subjectId` of its data. */
export const notifiedWork = ['verification_case', 'escalation', 'incident', 'field_work_item', 'override'] as const;
export type NotifiedWork = (typeof notifiedWork)[number];

export const notificationRequested = perService((service) =>
  event(
    `${service}.notification.requested.v1`,
    'A notification is to be sent. No private evidence, no document data.',
    {
      userId: z.uuid().nullable(),
      providerId: z.uuid().nullable(),
      template: z.enum(notificationTemplates),
      data: flags.meta({ examples: [{ categoryKey: 'electrician' }] }),
    },
  ),
);

const workNotificationOf = (service: 'verification' | 'operations') =>
  event(`${service}.work-notification.requested.v1`, 'An operator is to be notified of work.', {
    userId: z.uuid().meta({ description: 'The operator.' }),
    template: z.enum(workTemplates),
    subjectType: z.enum(notifiedWork).meta({ description: 'What `subjectId` is the id of.' }),
    subjectId: z.uuid(),
  });

/** An aggregate of its own: an older consumer does not read it, and would park a `notification.requested` with these templates. */
export const workNotificationRequested = {
  verification: workNotificationOf('verification'),
  operations: workNotificationOf('operations'),
};

/** These store personal data beyond ids. Verification gets its data from provider and evidence. */
export const exportingServices = ['identity', 'provider', 'evidence', 'operations', 'webhooks'] as const;
export type ExportingService = (typeof exportingServices)[number];

export const exportPartSealed = perService((service) =>
  event(
    `${service}.export-part.sealed.v1`,
    'One part of the data that a service keeps of a person, encrypted with the key of the export (JWE).',
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
