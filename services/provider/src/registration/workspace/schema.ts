import { CatalogKey } from '@trust/contracts/fields';
import { RepresentativeRole } from '@trust/contracts/permissions';
import { MeasureReason } from '@trust/contracts/reasons/measure-reasons';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { Availability } from '../availability/schema.ts';
import { LocationConfiguration } from '../location/schema.ts';
import { Provider } from '../providers/schema.ts';
import { ServiceSelection } from '../services/schema.ts';
import { WorkspaceReadiness } from './readiness-schema.ts';

const Measure = valueList('openProviderMeasure', {
  suspended: {
    en: 'Suspended',
    fr: 'Suspendu',
    means: {
      en: 'The provider is suspended, and not shown in public.',
      fr: 'Le prestataire est suspendu et n’est pas affiché au public.',
    },
  },
  withheld: {
    en: 'Hidden',
    fr: 'Masqué',
    means: { en: 'The provider is hidden from the public.', fr: 'Le prestataire est masqué au public.' },
  },
  claim_withheld: {
    en: 'Claim hidden',
    fr: 'Attestation masquée',
    means: {
      en: 'A claim of the provider is hidden, and verifies as suspended.',
      fr: 'Une attestation du prestataire est masquée\u00a0; sa vérification la donne pour suspendue.',
    },
  },
  service_removed: {
    en: 'Service removed',
    fr: 'Service retiré',
    means: {
      en: 'A service was removed; only operators add it again.',
      fr: 'Un service a été retiré\u00a0; seuls les opérateurs peuvent l’ajouter de nouveau.',
    },
  },
});

const OperatorMeasure = z
  .object({
    measure: Measure.describe('What operators did.'),
    categoryKey: CatalogKey.nullable().describe(
      'The category of the service that was removed, or of the claim that is hidden; null otherwise.',
    ),
    reasonCode: MeasureReason.nullable().describe(
      'Why, as operators tell the representatives; null if they gave no code.',
    ),
    startedAt: z.iso.datetime().describe('When it began.'),
    endsAt: z.iso
      .datetime()
      .nullable()
      .describe('When it ends by itself, if operators do not end it before; null if only they end it.'),
  })
  .meta({ id: 'OperatorMeasure' });

const Boundary = z
  .object({
    readOnly: z.literal(true).meta({ description: 'Always true.', 'x-values': { true: { means: 'The only value.' } } }),
  })
  .meta({ id: 'WorkspaceBoundary' });

export const Workspace = z
  .object({
    provider: Provider.describe('The provider that the caller represents.'),
    measures: z.array(OperatorMeasure).describe('What operators did to the provider, as long as it lasts.'),
    representative: z
      .object({
        role: RepresentativeRole.meta({ description: 'Role of the caller for this provider.', examples: ['owner'] }),
      })
      .describe('The caller as a representative.'),
    services: z.array(ServiceSelection).describe('Active service selections.'),
    location: LocationConfiguration.describe(
      'Which parts of the location are configured. Coordinates are never returned.',
    ),
    availability: z.array(Availability).describe('Availability of each selected service that has one.'),
    readiness: WorkspaceReadiness.describe('What is complete, what is missing, and what to do next.'),
    boundaries: z
      .object({
        enquiries: Boundary.describe('Enquiries of customers.'),
        reviewResponses: Boundary.describe('Responses to reviews.'),
        subscription: Boundary.describe('Status of the subscription.'),
      })
      .describe('Read-only parts of the workspace.'),
  })
  .meta({ id: 'Workspace' });
