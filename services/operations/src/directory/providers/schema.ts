import { ClaimStatus } from '@trust/contracts/claims/claim-status';
import { EvidenceVersionState, IntentState } from '@trust/contracts/events/evidence';
import { ProviderState, PublicationState } from '@trust/contracts/events/provider';
import { CaseState } from '@trust/contracts/events/verification';
import { ProviderId, PublicProviderId, SelfAssertedName } from '@trust/contracts/fields';
import { Page, PageQuery } from '@trust/contracts/page';
import { singleLine } from '@trust/contracts/values/free-text';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { OpenCaseState } from '../../from-other-services/cases/open-states.ts';
import { LabelledCategory } from '../../labelled.ts';

const Missing = valueList('missingPart', {
  profile: {
    en: 'Profile',
    fr: 'Profil',
    means: { en: 'The profile has no summary.', fr: 'Le profil n’a pas de présentation.' },
  },
  service: {
    en: 'Service',
    fr: 'Service',
    means: { en: 'No category is selected.', fr: 'Aucune catégorie n’est choisie.' },
  },
  location: {
    en: 'Location',
    fr: 'Lieu',
    means: {
      en: 'Neither public premises nor a service area is stored.',
      fr: 'Ni locaux publics ni zone d’intervention ne sont enregistrés.',
    },
  },
});

export const ReadinessStatus = valueList('readinessStatus', {
  complete: { en: 'Complete', fr: 'Complet', means: 'Profile, service and location are there.' },
  incomplete: { en: 'Incomplete', fr: 'Incomplet', means: 'At least one of them is missing.' },
});

export const ProviderQuery = PageQuery.extend({
  q: singleLine(2, 80)
    .optional()
    .meta({ description: 'Beginnings of words of the name, 2 to 80 characters.', examples: ['martin'] }),
  state: ProviderState.optional().meta({ description: 'Only providers in this state.', examples: ['active'] }),
  publication: PublicationState.optional().meta({
    description: 'Only providers in this state of publication.',
    examples: ['published'],
  }),
  readiness: ReadinessStatus.optional().describe('Only providers that have set up everything, or not.'),
  caseState: OpenCaseState.optional().describe('Only providers with a case in this state.'),
  categoryKey: z
    .string()
    .max(64)
    .optional()
    .meta({
      description: 'Only providers who selected this category: its key, as in the catalog.',
      examples: ['electrician'],
    }),
  publicProviderId: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Only the provider with this public identifier.', examples: ['k7Rq2mXw9TzB4nVd'] }),
});

export type ProviderFilter = {
  words: string | undefined;
  state: string | undefined;
  publication: string | undefined;
  isComplete: boolean | undefined;
  caseState: string | undefined;
  categoryKey: string | undefined;
  publicProviderId: string | undefined;
  ownProviders: string[];
  asOf: Date;
};

const identity = {
  displayName: SelfAssertedName,
  state: ProviderState.meta({ description: 'State of the provider.', examples: ['active'] }),
  publication: PublicationState.meta({
    description:
      'Whether the public can find the provider. `withheld` is set by operators. An emergency action hides a provider without changing this; `measures` of the workspace lists it.',
    examples: ['published'],
  }),
};

const directory = {
  id: ProviderId,
  publicProviderId: PublicProviderId,
  ...identity,
  categories: z.array(LabelledCategory).describe('Selected categories.'),
  possibleDuplicate: z
    .boolean()
    .meta({ description: 'Whether another provider has the same contact, name or website.', examples: [false] }),
};

const count = z.number().int();
const CaseCount = z
  .object({ state: CaseState.describe('State of these cases.'), count: count.describe('Number of cases.') })
  .meta({ id: 'CaseCount' });
export const ClaimCount = z
  .object({
    status: ClaimStatus.describe('Status of the claims.'),
    count: count.describe('Number of claims.'),
  })
  .meta({ id: 'ClaimCount' });
export const EvidenceCount = z
  .object({
    state: EvidenceVersionState.describe('State of the documents.'),
    count: count.describe('Number of documents.'),
  })
  .meta({ id: 'EvidenceCount' });
export const UploadCount = z
  .object({
    state: IntentState.describe('State of these upload intents.'),
    count: count.describe('Number of upload intents.'),
  })
  .meta({ id: 'UploadCount' });

const readiness = z
  .object({
    status: ReadinessStatus.describe('Whether profile, service and location are there.'),
    missing: z.array(Missing).describe('What the provider has not set up yet.'),
    activeServices: z.number().int().describe('Number of selected services.'),
    openCases: z.number().int().describe('Number of open verification cases.'),
    casesAwaitingProvider: z.number().int().describe('Number of cases that wait for evidence or corrections.'),
    currentClaims: z.number().int().describe('Number of current claims in the selected categories.'),
    claimsExpiringSoon: z
      .number()
      .int()
      .meta({ description: 'Number of current claims that expire within 30 days.', examples: [0] }),
  })
  .meta({ id: 'ProviderReadiness' });

/** Flags and counts only: no place, no id of a case or upload, no person (promise D1). */
const workspace = {
  readiness: readiness.describe('What the provider has set up, in numbers.'),
  location: z
    .object({
      privateBaseConfigured: z.boolean().describe('Whether a private base is stored.'),
      publicPremisesConfigured: z.boolean().describe('Whether public premises are stored.'),
      serviceAreaConfigured: z.boolean().describe('Whether a service area is stored.'),
    })
    .describe('Which parts of the location are stored. Never the places.'),
  cases: z.array(CaseCount).describe('Number of verification cases by state.'),
  claims: z.array(ClaimCount).describe('Number of claims by status.'),
  evidence: z.array(EvidenceCount).describe('Number of documents by state.'),
  uploads: z.array(UploadCount).describe('Number of upload intents by state.'),
};

export const OperationsWorkspace = z
  .object({ providerId: ProviderId, ...identity, ...workspace })
  .meta({ id: 'OperationsWorkspace' });

export const OperationsProvider = z
  .object({
    ...directory,
    readiness: ReadinessStatus.describe('Whether profile, service and location are there.'),
  })
  .meta({ id: 'OperationsProvider' });

export const OperationsProviderDetail = z
  .object({ ...directory, ...workspace })
  .meta({ id: 'OperationsProviderDetail' });

export const OperationsWorkspacePage = Page(OperationsWorkspace).meta({ id: 'OperationsWorkspacePage' });
export const OperationsProviderPage = Page(OperationsProvider).meta({ id: 'OperationsProviderPage' });
