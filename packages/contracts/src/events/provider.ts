import { z } from 'zod';
import { documentMediaTypes, documentSizeBytes } from '../document.ts';
import { aggregate, event, snapshotOf } from '../event.ts';
import {
  AssignmentId,
  CatalogKey,
  ClaimType,
  OccurredAt,
  PolicyVersion,
  ProviderId,
  PublicProviderId,
  RequirementVersionId,
  SelfAssertedName,
} from '../fields.ts';
import { Locale } from '../locale.ts';
import { RepresentativeRole } from '../permissions.ts';
import { valueList } from '../value-list.ts';

const ofProvider = aggregate('provider', (payload: { providerId: string }) => payload.providerId);

export const CheckMethod = valueList({
  document_review: { en: 'Document review', fr: 'Examen de document', means: 'A document was reviewed.' },
  register_check: { en: 'Register check', fr: 'Consultation d’un registre', means: 'A public register was consulted.' },
  field_visit: { en: 'Field visit', fr: 'Visite sur place', means: 'The provider was visited.' },
});

/** Immutable once its version is active. */
export const Requirement = z.strictObject({
  key: z.string().meta({
    description: 'Key of the requirement, unique within its requirement version.',
    examples: ['trade-qualification'],
  }),
  label: z
    .record(z.string(), z.string())
    .meta({ examples: [{ en: 'Electrical qualification', fr: 'Qualification électrique' }] })
    .describe('Display name in every language of the platform.'),
  documentKinds: z
    .array(z.string())
    .min(1)
    .meta({ description: 'Accepted document kinds.', examples: [['trade_certificate', 'vocational_diploma']] }),
  mediaTypes: z
    .array(z.enum(documentMediaTypes))
    .min(1)
    .meta({
      description: 'Accepted media types.',
      examples: [['application/pdf', 'image/jpeg', 'image/png', 'image/heic']],
    }),
  maxSizeBytes: z
    .number()
    .int()
    .min(documentSizeBytes.min)
    .max(documentSizeBytes.max)
    .meta({ description: 'Maximum size of a document in bytes.', examples: [12582912] }),
  fieldVisit: z.boolean().meta({ description: 'Whether the requirement needs a field visit.', examples: [false] }),
  claim: z
    .strictObject({
      type: ClaimType,
      statement: z.record(z.string(), z.string()).meta({
        description: 'What the representative wrote.',
        examples: [
          {
            en: 'The person responsible holds a recognised qualification for low-voltage electrical installation.',
            fr: 'La personne responsable détient une qualification reconnue pour les installations électriques basse tension.',
          },
        ],
      }),
      methods: z
        .array(CheckMethod)
        .min(1)
        .meta({
          description: 'Methods of checks that can support the claim. The claim card names the method used.',
          examples: [['document_review']],
        }),
      sourceKind: z.string().meta({
        description: 'Kind of source of the check, such as a document or a register.',
        examples: ['training_certificate'],
      }),
      /** Never empty: every claim states its limitations. */
      limitations: z
        .array(z.string())
        .min(1)
        .meta({
          description: 'What the claim does not cover. Never empty on a claim.',
          examples: [['Does not cover high-voltage work.', 'Says nothing of the quality of any single job.']],
        }),
      validityDays: z
        .number()
        .int()
        .min(1)
        .max(365)
        .meta({ description: 'Validity of a claim in days from its decision, at most 365.', examples: [365] }),
    })
    .describe('The claim that the requirement can support.'),
});
export type Requirement = z.output<typeof Requirement>;

export const requirementVersionActivated = event(
  'provider.requirement-version.activated.v1',
  'A new requirement version of a category came into force.',
  {
    requirementVersionId: RequirementVersionId,
    categoryKey: CatalogKey,
    categoryLabel: z.record(z.string(), z.string()).meta({
      description: 'Name of the category in every language.',
      examples: [{ en: 'Electrician', fr: 'Électricien' }],
    }),
    number: z
      .number()
      .int()
      .meta({ description: 'Number of the version, from 1.', examples: [1] }),
    policyVersion: PolicyVersion,
    requirements: z.array(Requirement).describe('The requirements of the version.'),
    /** Of the limitations of its claims. */
    limitationTexts: z
      .array(
        z.object({
          en: z.string().describe('The limitation in English, as a claim names it.'),
          fr: z.string().describe('The limitation in French.'),
        }),
      )
      .optional()
      .meta({
        description: 'The limitations in every language of the platform.',
        examples: [
          [
            { en: 'Does not cover high-voltage work.', fr: 'Ne couvre pas les travaux en haute tension.' },
            {
              en: 'Says nothing of the quality of any single job.',
              fr: 'Ne dit rien de la qualité d’un chantier en particulier.',
            },
          ],
        ],
      }),
    activatedAt: z.iso.datetime().describe('When the version came into force.'),
  },
  aggregate('category', ({ categoryKey }) => categoryKey),
);

export const requirementVersionSnapshot = snapshotOf(requirementVersionActivated);

export const representativeAssigned = event(
  'provider.representative.assigned.v1',
  'A person became a representative of a provider.',
  {
    assignmentId: AssignmentId,
    providerId: ProviderId,
    userId: z
      .uuid()
      .meta({ description: 'Identifier of the representative.', examples: ['019a4905-2ac0-7a10-8c01-51f0c2a7d3e4'] }),
    role: RepresentativeRole.meta({ description: 'Role of the representative.', examples: ['owner'] }),
  },
  ofProvider,
);

export const representativeInvited = event(
  'provider.representative.invited.v1',
  'An owner invited a representative. The contact is encrypted for the identity service (JWE).',
  {
    invitationId: z.uuid().describe('Identifier of the invitation and of the future assignment.'),
    providerId: ProviderId,
    role: RepresentativeRole.meta({ description: 'Role of the representative.', examples: ['owner'] }),
    sealed: z.string().meta({
      description: 'The encrypted content (JWE compact serialization).',
      examples: ['eyJhbGciOiJFQ0RILUVTIiwiZW5jIjoiQTI1NkdDTSJ9..8s2Jk1nQ.vR3m.b0Xy'],
    }),
    occurredAt: OccurredAt,
    expiresAt: z.iso
      .datetime()
      .meta({ description: 'When the invitation expires.', examples: ['2026-11-03T10:30:00.000Z'] }),
  },
  ofProvider,
);

export const SealedInvitation = z.strictObject({
  channel: z.enum(['sms', 'email']),
  /** In the normal form of identity. */
  identifier: z.string(),
  language: Locale,
});

export const invitationEnded = event(
  'provider.invitation.ended.v1',
  'An invitation can no longer be accepted: it was withdrawn, or the provider was closed.',
  {
    invitationId: z.uuid().describe('Identifier of the invitation and of the future assignment.'),
    providerId: ProviderId,
  },
  ofProvider,
);

export const representativeEnded = event(
  'provider.representative.ended.v1',
  'A person no longer represents a provider.',
  {
    assignmentId: AssignmentId,
    providerId: ProviderId,
    userId: z
      .uuid()
      .meta({ description: 'Identifier of the representative.', examples: ['019a4905-2ac0-7a10-8c01-51f0c2a7d3e4'] }),
  },
  ofProvider,
);

export const representativeSnapshot = event(
  'provider.representative.snapshot.v1',
  'Snapshot of an assignment of a representative, for new projections.',
  {
    assignmentId: AssignmentId,
    providerId: ProviderId,
    userId: z
      .uuid()
      .meta({ description: 'Identifier of the representative.', examples: ['019a4905-2ac0-7a10-8c01-51f0c2a7d3e4'] }),
    role: RepresentativeRole.meta({ description: 'Role of the representative.', examples: ['owner'] }),
    endedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the assignment ended; null while it is active.', examples: [null] }),
  },
  ofProvider,
);

export const ProviderState = valueList({
  draft: { en: 'Draft', fr: 'Brouillon', means: 'Profile, service or location is missing.' },
  active: { en: 'Active', fr: 'Actif', means: 'Complete. Publication is separate.' },
  suspended: { en: 'Suspended', fr: 'Suspendu', means: 'Suspended by operators.' },
  closed: { en: 'Closed', fr: 'Fermé', means: 'Permanently closed.' },
});
export const providerStates = ProviderState.options;
export const PublicationState = valueList({
  unpublished: { en: 'Not published', fr: 'Non publié', means: 'Not shown in public.' },
  published: { en: 'Published', fr: 'Publié', means: 'Shown in public.' },
  withheld: { en: 'Hidden by operators', fr: 'Masqué par les opérateurs', means: 'Hidden by operators.' },
});
export const publicationStates = PublicationState.options;

export const providerChanged = event(
  'provider.provider.changed.v1',
  'The public name, lifecycle, publication or configured location parts of a provider changed.',
  {
    providerId: ProviderId,
    publicProviderId: PublicProviderId,
    displayName: SelfAssertedName,
    state: ProviderState.meta({ description: 'Lifecycle state of the provider.', examples: ['active'] }),
    publication: PublicationState.meta({
      description:
        'Whether the public can find the provider. `withheld` is set by operators. An emergency action hides a provider without changing this; `measures` of the workspace lists it.',
      examples: ['published'],
    }),
    hasProfile: z.boolean().optional().describe('Whether the profile has a summary. Absent in earlier events.'),
    location: z
      .strictObject({
        privateBaseConfigured: z.boolean().describe('Whether a private base is stored.'),
        publicPremisesConfigured: z.boolean().describe('Whether public premises are stored.'),
        serviceAreaConfigured: z.boolean().describe('Whether a service area is stored.'),
      })
      .describe('Which parts of the location are configured. Never coordinates.'),
  },
  ofProvider,
);

export const providerSnapshot = snapshotOf(providerChanged);

export const DuplicateReason = valueList({
  contact: {
    en: 'Same contact',
    fr: 'Mêmes coordonnées',
    means: 'The same contact of a representative or invitation.',
  },
  name: { en: 'Same name', fr: 'Même nom', means: 'The same name.' },
  website: { en: 'Same website', fr: 'Même site web', means: 'The same website.' },
});
export const duplicateReasons = DuplicateReason.options;

export const possibleDuplicateFound = event(
  'provider.possible-duplicate.found.v1',
  'Two providers are possible duplicates, for operators to judge. Nothing is merged. The same pair can be published again.',
  {
    providerId: ProviderId,
    otherProviderId: z.uuid().describe('Identifier of the possible duplicate.'),
    /** `contact`: a common representative or invitation, past or present. Never names a person. */
    same: z.array(DuplicateReason).min(1).describe('What both providers have in common.'),
    occurredAt: OccurredAt,
  },
  ofProvider,
);

export const possibleDuplicateSnapshot = snapshotOf(possibleDuplicateFound);

export const serviceSelected = event(
  'provider.service.selected.v1',
  'A provider selected a category, bound to one requirement version.',
  {
    providerId: ProviderId,
    selectionId: z.uuid().describe('Identifier of the service selection.'),
    categoryKey: CatalogKey,
    requirementVersionId: RequirementVersionId,
  },
  ofProvider,
);

export const serviceRemoved = event(
  'provider.service.removed.v1',
  'A provider removed a category. The selection is kept as history.',
  {
    providerId: ProviderId,
    selectionId: z.uuid().describe('Identifier of the service selection.'),
    categoryKey: CatalogKey,
  },
  ofProvider,
);

export const SelectionState = valueList({
  active: { en: 'Active', fr: 'Active', means: 'The provider offers the category.' },
  removed: { en: 'Removed', fr: 'Supprimée', means: 'Removed; kept as history.' },
});

export const serviceSnapshot = event(
  'provider.service.snapshot.v1',
  'Snapshot of a service selection, for new projections.',
  {
    providerId: ProviderId,
    selectionId: z.uuid().describe('Identifier of the service selection.'),
    categoryKey: CatalogKey,
    requirementVersionId: RequirementVersionId,
    state: SelectionState.meta({ description: 'Whether the selection is active.', examples: ['active'] }),
  },
  ofProvider,
);

export const AvailabilityState = valueList({
  available: { en: 'Available', fr: 'Disponible', means: 'Takes new work now.' },
  limited: { en: 'Limited', fr: 'Limité', means: 'Takes new work from `nextAvailableAt` on.' },
  unavailable: { en: 'Unavailable', fr: 'Indisponible', means: 'Takes no new work.' },
  paused: { en: 'Paused', fr: 'En pause', means: 'Takes no new work for now, by choice.' },
});
export const availabilityStates = AvailabilityState.options;

export const availabilityChanged = event(
  'provider.availability.changed.v1',
  'The availability of a provider for a category changed.',
  {
    providerId: ProviderId,
    categoryKey: CatalogKey,
    state: AvailabilityState.describe('Whether the provider takes new work in the category.'),
    nextAvailableAt: z.iso
      .datetime()
      .nullable()
      .meta({
        description:
          'When the provider can take new work, in the future. Required with `limited`, not allowed otherwise.',
        examples: ['2027-01-11T08:00:00.000Z'],
      }),
  },
  ofProvider,
);

export const availabilitySnapshot = snapshotOf(availabilityChanged);

export const premisesConsentGiven = event(
  'provider.premises-consent.given.v1',
  'A representative entered public premises and agreed that they are public.',
  {
    userId: z.uuid().meta({
      description: 'Identifier of the representative who agreed.',
      examples: ['019a4905-2ac0-7a10-8c01-51f0c2a7d3e4'],
    }),
    providerId: ProviderId,
    occurredAt: OccurredAt,
  },
  ofProvider,
);

export const providerErased = event(
  'provider.provider.erased.v1',
  'The person behind a closed individual provider was erased: its documents are deleted.',
  { providerId: ProviderId, occurredAt: OccurredAt },
  ofProvider,
);
