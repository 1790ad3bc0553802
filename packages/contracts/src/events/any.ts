import { z } from 'zod';
import { event, shortLived } from '../event.ts';
import { CaseId, OccurredAt, OperatorId } from '../fields.ts';
import { NotificationTemplate } from '../notifications/notification-templates.ts';
import { WorkTemplate } from '../notifications/work-templates.ts';
import { valueList } from '../values/value-list.ts';

export const AuditOutcome = valueList('auditOutcome', {
  done: { en: 'Done', fr: 'Effectuée', means: 'The request was carried out.' },
  refused: { en: 'Refused', fr: 'Refusée', means: 'The request was refused.' },
});

/** The services with a database. Each publishes its audit events on its own stream, and adds a part to an export. */
export const AuditedService = valueList('auditedService', {
  identity: { en: 'Accounts', fr: 'Comptes', means: 'Accounts and sessions.' },
  provider: { en: 'Providers', fr: 'Prestataires', means: 'Providers and their publication.' },
  evidence: { en: 'Documents', fr: 'Documents', means: 'Documents and images.' },
  verification: { en: 'Verification', fr: 'Vérification', means: 'Cases and claims.' },
  operations: { en: 'Operations', fr: 'Opérations', means: 'The desk and the audit log.' },
  webhooks: { en: 'Messages and payments', fr: 'Messages et paiements', means: 'Messages and payments.' },
});
export const auditedServices = AuditedService.options;
export type AuditedService = (typeof auditedServices)[number];

/** Flags and ids only: an entry outlives the erasure of its person (docs/domain/audit.md 6). */
const flags = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export const auditRecorded = perService((service) =>
  event(`${service}.audit.recorded.v1`, 'A state-changing request or a read of evidence, for the audit log.', {
    occurredAt: OccurredAt,
    actorId: z.uuid().nullable().describe('Identifier of the person who acted; null for the platform itself.'),
    sessionId: z
      .uuid()
      .nullable()
      .describe('Identifier of the session in which they acted; null for the platform itself.'),
    permission: z
      .string()
      .meta({ examples: ['provider.availability.manage'] })
      .describe('The permission that they used, or `session`, or `public`.'),
    action: z
      .string()
      .meta({ examples: ['putAvailability'] })
      .describe('The operation id of the request, or the name of the command or event.'),
    objectType: z
      .string()
      .meta({ examples: ['service_selection'] })
      .describe('Type of the object, in `snake_case`.'),
    objectId: z
      .string()
      .nullable()
      .meta({ examples: ['019a4909-3ae8-7b17-8c5e-92d06f4ab1e3'] })
      .describe('Identifier of the object; null where there is none.'),
    outcome: AuditOutcome.describe('Whether the request was carried out or refused.'),
    reason: z
      .string()
      .nullable()
      .meta({
        description: 'The reason that the operator gave; null where none is required.',
        examples: ['All checks of the case are done and nothing contradicts them.'],
      }),
    before: flags.meta({ examples: [{ state: 'available' }] }).describe('The object before, as flags and ids.'),
    after: flags
      .meta({ examples: [{ state: 'limited', hasNextTime: true }] })
      .describe('The object after, as flags and ids.'),
    requestId: z
      .string()
      .meta({ description: 'Identifier of the request.', examples: ['7d0f6b6e-6a5b-4f0e-8d0c-3f1d2a9c5b47'] }),
    policyVersion: z
      .string()
      .meta({ description: 'Version of the verification policy in force.', examples: ['2026-11'] }),
    /** Set for writes refused for authorisation; it counts equal ones within a minute of the first. */
    refusal: z
      .strictObject({
        slug: z
          .string()
          .meta({ examples: ['forbidden'] })
          .describe('Slug of the problem.'),
        count: z.number().int().min(1).describe('How many equal requests were refused within a minute.'),
        lastAt: z.iso.datetime().describe('When the last of them was refused.'),
      })
      .optional()
      .describe('For a refused request: the problem and its count within a minute.'),
  }),
);

/** Reports of services to mission control; the newest counts. */
export const eventFlowReported = perService((service) =>
  event(
    `${service}.event-flow.reported.v1`,
    'The outbox, the consumers and the dead letters of a service, in numbers.',
    {
      unsentEvents: z.int().min(0).describe('Events that are not sent yet.'),
      oldestUnsentSeconds: z
        .int()
        .nullable()
        .describe('Age in seconds of the oldest event that is not sent; null if all are.'),
      /** Null while the broker does not answer. */
      consumerLag: z
        .int()
        .min(0)
        .nullable()
        .describe('Events that are not applied yet; null if NATS does not respond.'),
      deadLetters: z.int().min(0).describe('Events that could not be applied and wait for a command.'),
      /** The oldest dead letters, without content and reason: an error may quote what is personal. */
      parked: z
        .array(
          z.strictObject({
            eventId: z.uuid().describe('Identifier of the event.'),
            type: z.string().meta({ description: 'Type of the event.', examples: ['verification.case.decided.v1'] }),
            parkedAt: z.iso.datetime().describe('When the service gave up.'),
          }),
        )
        .max(100)
        .describe('The oldest dead letters, without their content.'),
      occurredAt: OccurredAt,
    },
  ),
);

/** A notification to an operator is about one of these: `subjectType` and `subjectId` of its data. */
export const NotifiedWork = valueList('notifiedWork', {
  verification_case: { en: 'Verification case', fr: 'Dossier de vérification', means: 'A verification case.' },
  escalation: { en: 'Escalation', fr: 'Signalement interne', means: 'An escalation.' },
  incident: { en: 'Incident', fr: 'Incident', means: 'An incident.' },
  field_work_item: { en: 'Field work', fr: 'Visite de terrain', means: 'A field work item.' },
  override: { en: 'Override', fr: 'Dérogation', means: 'An override request.' },
  provider: { en: 'Provider', fr: 'Prestataire', means: 'A provider.' },
  provider_measure: {
    en: 'Measure against a provider',
    fr: 'Mesure contre un prestataire',
    means: 'What an operator did to a provider.',
  },
  public_words: {
    en: 'Public words',
    fr: 'Textes publics',
    means: 'A version of the public words of a provider.',
  },
});
export const notifiedWork = NotifiedWork.options;
export type NotifiedWork = (typeof notifiedWork)[number];

export const notificationRequested = perService((service) =>
  event(
    `${service}.notification.requested.v1`,
    'A notification is to be sent. No private evidence, no document data.',
    {
      userId: z
        .uuid()
        .nullable()
        .meta({
          description: 'Identifier of the person to notify; null to notify all representatives of the provider.',
          examples: ['019a4905-2ac0-7a10-8c01-51f0c2a7d3e4'],
        }),
      providerId: z
        .uuid()
        .nullable()
        .meta({
          description:
            'Identifier of the provider whose representatives are notified, or that the notification of one person is about; null for one person otherwise.',
          examples: ['019a4907-6d18-7e52-a2b4-0f3c9be81d77'],
        }),
      template: NotificationTemplate.describe('Template of the text.'),
      data: flags
        .meta({ examples: [{ categoryKey: 'electrician' }] })
        .describe('Values for the template: ids and keys only.'),
    },
  ),
);

const workNotificationOf = (service: 'verification' | 'operations') =>
  event(`${service}.work-notification.requested.v1`, 'An operator is to be notified of work.', {
    userId: z
      .uuid()
      .meta({ description: 'Identifier of the operator.', examples: ['019a4905-2ac0-7a10-8c01-51f0c2a7d3e4'] }),
    template: WorkTemplate.describe('Template of the text.'),
    subjectType: NotifiedWork.meta({ description: 'What `subjectId` is the id of.' }),
    subjectId: z
      .uuid()
      .describe(
        'Identifier of the case, escalation, incident, field work item, override, provider, measure or version of public words.',
      ),
  });

/** It has its own aggregate: an older consumer would park a `notification.requested` with these templates. */
export const workNotificationRequested = {
  verification: workNotificationOf('verification'),
  operations: workNotificationOf('operations'),
};

const freeCasesSeenOf = (service: 'verification' | 'operations') =>
  shortLived(
    event(`${service}.free-cases.seen.v1`, 'Cases were shown to an operator as free. It counts for one minute.', {
      operatorId: OperatorId,
      caseIds: z.array(CaseId).max(100).describe('Identifiers of the cases that nobody held.'),
      seenAt: z.iso.datetime().describe('When they were shown.'),
    }),
  );

export const freeCasesSeen = {
  verification: freeCasesSeenOf('verification'),
  operations: freeCasesSeenOf('operations'),
};

export const exportPartSealed = perService((service) =>
  event(
    `${service}.export-part.sealed.v1`,
    'One part of the data that a service keeps of a person, encrypted with the key of the export (JWE).',
    {
      exportId: z.uuid().describe('Identifier of the data export.'),
      part: z.number().int().min(1).describe('Number of the part, from 1.'),
      of: z.number().int().min(1).max(1000).describe('Number of parts that the service publishes.'),
      sealed: z.string().meta({
        description: 'The encrypted content (JWE compact serialization).',
        examples: ['eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTI1NkdDTSJ9..8s2Jk1nQ.vR3m.b0Xy'],
      }),
    },
  ),
);

function perService<T>(make: (service: AuditedService) => T): Record<AuditedService, T> {
  return Object.fromEntries(auditedServices.map((service) => [service, make(service)])) as Record<AuditedService, T>;
}
