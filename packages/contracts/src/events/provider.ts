import { z } from 'zod';
import { documentMediaTypes, documentSizeBytes } from '../document.ts';
import { aggregate, event, snapshotOf } from '../event.ts';
import { representativeRoles } from '../permissions.ts';
import { languages } from '../text.ts';

const ofProvider = aggregate('provider', (payload: { providerId: string }) => payload.providerId);

export const checkMethods = ['document_review', 'register_check', 'field_visit'] as const;

/** Immutable once its version is active. */
export const Requirement = z.strictObject({
  key: z.string(),
  label: z
    .record(z.string(), z.string())
    .meta({ examples: [{ en: 'Electrical qualification', fr: 'Qualification électrique' }] }),
  documentKinds: z.array(z.string()).min(1),
  mediaTypes: z.array(z.enum(documentMediaTypes)).min(1),
  maxSizeBytes: z.number().int().min(documentSizeBytes.min).max(documentSizeBytes.max),
  fieldVisit: z.boolean(),
  claim: z.strictObject({
    type: z.string(),
    statement: z.record(z.string(), z.string()),
    methods: z.array(z.enum(checkMethods)).min(1),
    sourceKind: z.string(),
    /** Never empty: every claim states its limitations. */
    limitations: z.array(z.string()).min(1),
    validityDays: z.number().int().min(1).max(365),
  }),
});
export type Requirement = z.output<typeof Requirement>;

export const requirementVersionActivated = event(
  'provider.requirement-version.activated.v1',
  'A new requirement version of a category came into force.',
  {
    requirementVersionId: z.uuid(),
    categoryKey: z.string(),
    categoryLabel: z.record(z.string(), z.string()),
    number: z.number().int(),
    policyVersion: z.string(),
    requirements: z.array(Requirement),
    /** Of the limitations of its claims. */
    limitationTexts: z.array(z.object({ en: z.string(), fr: z.string() })).optional(),
    activatedAt: z.iso.datetime(),
  },
  aggregate('category', ({ categoryKey }) => categoryKey),
);

export const requirementVersionSnapshot = snapshotOf(requirementVersionActivated);

export const representativeAssigned = event(
  'provider.representative.assigned.v1',
  'A person became a representative of a provider.',
  { assignmentId: z.uuid(), providerId: z.uuid(), userId: z.uuid(), role: z.enum(representativeRoles) },
  ofProvider,
);

export const representativeInvited = event(
  'provider.representative.invited.v1',
  'An owner invited a representative. The contact is encrypted for the identity service (JWE).',
  {
    invitationId: z.uuid(),
    providerId: z.uuid(),
    role: z.enum(representativeRoles),
    sealed: z.string(),
    occurredAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  },
  ofProvider,
);

export const SealedInvitation = z.strictObject({
  channel: z.enum(['sms', 'email']),
  /** In the normal form of identity. */
  identifier: z.string(),
  language: z.enum(languages),
});

export const invitationEnded = event(
  'provider.invitation.ended.v1',
  'An invitation can no longer be accepted: it was withdrawn, or the provider was closed.',
  { invitationId: z.uuid(), providerId: z.uuid() },
  ofProvider,
);

export const representativeEnded = event(
  'provider.representative.ended.v1',
  'A person no longer represents a provider.',
  { assignmentId: z.uuid(), providerId: z.uuid(), userId: z.uuid() },
  ofProvider,
);

export const representativeSnapshot = event(
  'provider.representative.snapshot.v1',
  'Snapshot of an assignment of a representative, for new projections.',
  {
    assignmentId: z.uuid(),
    providerId: z.uuid(),
    userId: z.uuid(),
    role: z.enum(representativeRoles),
    endedAt: z.iso.datetime().nullable(),
  },
  ofProvider,
);

export const providerStates = ['draft', 'active', 'suspended', 'closed'] as const;
export const publicationStates = ['unpublished', 'published', 'withheld'] as const;

export const providerChanged = event(
  'provider.provider.changed.v1',
  'The public name, lifecycle, publication or configured location parts of a provider changed.',
  {
    providerId: z.uuid(),
    publicProviderId: z.string(),
    displayName: z.string(),
    state: z.enum(providerStates),
    publication: z.enum(publicationStates),
    hasProfile: z.boolean().optional(),
    location: z.strictObject({
      privateBaseConfigured: z.boolean(),
      publicPremisesConfigured: z.boolean(),
      serviceAreaConfigured: z.boolean(),
    }),
  },
  ofProvider,
);

export const providerSnapshot = snapshotOf(providerChanged);

export const duplicateReasons = ['contact', 'name', 'website'] as const;

export const possibleDuplicateFound = event(
  'provider.possible-duplicate.found.v1',
  'Two providers are possible duplicates, for operators to judge. Nothing is merged. The same pair can be published again.',
  {
    providerId: z.uuid(),
    otherProviderId: z.uuid(),
    /** `contact`: a common representative or invitation, past or present. Never names a person. */
    same: z.array(z.enum(duplicateReasons)).min(1),
    occurredAt: z.iso.datetime(),
  },
  ofProvider,
);

export const possibleDuplicateSnapshot = snapshotOf(possibleDuplicateFound);

export const serviceSelected = event(
  'provider.service.selected.v1',
  'A provider selected a category, bound to one requirement version.',
  { providerId: z.uuid(), selectionId: z.uuid(), categoryKey: z.string(), requirementVersionId: z.uuid() },
  ofProvider,
);

export const serviceRemoved = event(
  'provider.service.removed.v1',
  'A provider removed a category. The selection is kept as history.',
  { providerId: z.uuid(), selectionId: z.uuid(), categoryKey: z.string() },
  ofProvider,
);

export const selectionStates = ['active', 'removed'] as const;

export const serviceSnapshot = event(
  'provider.service.snapshot.v1',
  'Snapshot of a service selection, for new projections.',
  {
    providerId: z.uuid(),
    selectionId: z.uuid(),
    categoryKey: z.string(),
    requirementVersionId: z.uuid(),
    state: z.enum(selectionStates),
  },
  ofProvider,
);

export const availabilityStates = ['available', 'limited', 'unavailable', 'paused'] as const;

export const availabilityChanged = event(
  'provider.availability.changed.v1',
  'The availability of a provider for a category changed.',
  {
    providerId: z.uuid(),
    categoryKey: z.string(),
    state: z.enum(availabilityStates),
    nextAvailableAt: z.iso.datetime().nullable(),
  },
  ofProvider,
);

export const availabilitySnapshot = snapshotOf(availabilityChanged);

export const premisesConsentGiven = event(
  'provider.premises-consent.given.v1',
  'A representative entered public premises and agreed that they are public.',
  { userId: z.uuid(), providerId: z.uuid(), occurredAt: z.iso.datetime() },
  ofProvider,
);

export const providerErased = event(
  'provider.provider.erased.v1',
  'The person behind a closed individual provider was erased: its documents are deleted.',
  { providerId: z.uuid(), occurredAt: z.iso.datetime() },
  ofProvider,
);
