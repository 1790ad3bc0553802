import { z } from 'zod';
import { aggregate, event, snapshotOf } from '../event.ts';
import {
  CatalogKey,
  OccurredAt,
  ProviderId,
  PublicProviderId,
  RequirementVersionId,
  SelfAssertedName,
} from '../fields.ts';
import { ProviderKind, ProviderState, PublicationState } from '../states/provider-values.ts';
import { valueList } from '../values/value-list.ts';

export { ProviderKind, ProviderState, PublicationState } from '../states/provider-values.ts';

const ofProvider = aggregate('provider', (payload: { providerId: string }) => payload.providerId);

export const providerStates = ProviderState.options;
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
    kind: ProviderKind.optional().describe('One person or an organisation. Absent in earlier events.'),
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

export const DuplicateReason = valueList('duplicateReason', {
  contact: {
    en: 'Same contact',
    fr: 'Mêmes coordonnées',
    means: {
      en: 'The same contact of a representative or invitation.',
      fr: 'Les mêmes coordonnées d’un représentant ou d’une invitation.',
    },
  },
  name: { en: 'Same name', fr: 'Même nom', means: 'The same name.' },
  registered_name: {
    en: 'Same registered name',
    fr: 'Même dénomination',
    means: {
      en: 'The registered name of one is a name that the other has used.',
      fr: 'La dénomination de l’un est un nom que l’autre a utilisé.',
    },
  },
  website: { en: 'Same website', fr: 'Même site web', means: 'The same website.' },
});

export const possibleDuplicateFound = event(
  'provider.possible-duplicate.found.v1',
  'Two providers are possible duplicates, for operators to judge. Nothing is merged. The same pair can be published again.',
  {
    providerId: ProviderId,
    otherProviderId: z.uuid().describe('Identifier of the possible duplicate.'),
    /** `contact`: a common representative or invitation, past or present. Never names a person. */
    same: z.array(DuplicateReason).min(1).describe('What both providers have in common.'),
    otherIsClosed: z
      .boolean()
      .optional()
      .describe(
        'Whether the other provider closed while operators had it suspended or hidden, after they refused it, before they could decide, or with a complaint that is open or was upheld. Absent: it is open.',
      ),
    inQuestionAt: z.iso
      .datetime()
      .optional()
      .describe(
        'When operators last suspended, withheld or hid one of both, or refused a case of it. A pair that was judged before waits again. Absent: never, or the publisher does not say.',
      ),
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
    removerId: z
      .uuid()
      .optional()
      .describe(
        'Identifier of the operator who had removed it, if another operator selects it again. Absent otherwise.',
      ),
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

export const SelectionState = valueList('selectionState', {
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

export const AvailabilityState = valueList('availabilityState', {
  available: { en: 'Available', fr: 'Disponible', means: 'Takes new work now.' },
  limited: {
    en: 'Available from a date',
    fr: 'Disponible à partir d’une date',
    means: 'Takes new work from `nextAvailableAt` on.',
  },
  unavailable: {
    en: 'Unavailable',
    fr: 'Indisponible',
    means: { en: 'Takes no new work.', fr: 'N’accepte aucun nouveau travail.' },
  },
  paused: {
    en: 'Paused',
    fr: 'En pause',
    means: {
      en: 'Takes no new work for now, by choice.',
      fr: 'N’accepte aucun nouveau travail pour le moment, par choix.',
    },
  },
});

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

export const publicNameConsentGiven = event(
  'provider.public-name-consent.given.v1',
  'The person responsible agreed that their checked name is public.',
  {
    userId: z.uuid().meta({
      description: 'Identifier of the person who agreed.',
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
