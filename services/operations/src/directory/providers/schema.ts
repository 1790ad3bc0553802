import { evidenceVersionStates, intentStates } from '@trust/contracts/events/evidence';
import { providerStates, publicationStates } from '@trust/contracts/events/provider';
import { caseStates, claimStates } from '@trust/contracts/events/verification';
import { singleLine } from '@trust/contracts/free-text';
import { LocalisedText } from '@trust/contracts/localised-text';
import { Page, PageQuery } from '@trust/contracts/page';
import { z } from 'zod';
import { openCaseStates } from '../../from-other-services/cases/open-states.ts';

export const readinessStatuses = ['complete', 'incomplete'] as const;
export const claimStatuses = [...claimStates, 'expiring', 'expired'] as const;

/** Elsewhere `query.state` is that of a case. */
const stateMeanings = [
  '- `draft`: Profile, service or location is missing.',
  '- `active`: Complete. Publication is separate.',
  '- `suspended`: Suspended by operators.',
  '- `closed`: Permanently closed.',
].join('\n');

export const ProviderQuery = PageQuery.extend({
  q: singleLine(2, 80).optional().meta({ description: 'Beginnings of words of the name, 2 to 80 characters.' }),
  state: z
    .enum(providerStates)
    .optional()
    .meta({ description: `Only providers in this state.\n\n${stateMeanings}` }),
  publication: z.enum(publicationStates).optional(),
  readiness: z.enum(readinessStatuses).optional(),
  caseState: z.enum(openCaseStates).optional(),
  categoryKey: z.string().max(64).optional(),
  publicProviderId: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Only the provider with this public identifier.' }),
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
  displayName: z.string(),
  state: z.enum(providerStates),
  publication: z.enum(publicationStates),
};

const directory = {
  id: z.uuid(),
  publicProviderId: z.string(),
  ...identity,
  categories: z.array(z.object({ key: z.string(), label: LocalisedText })),
  possibleDuplicate: z.boolean(),
};

const count = z.number().int();
const CaseCount = z.object({ state: z.enum(caseStates), count }).meta({ id: 'CaseCount' });
export const ClaimCount = z.object({ status: z.enum(claimStatuses), count }).meta({ id: 'ClaimCount' });
export const EvidenceCount = z.object({ state: z.enum(evidenceVersionStates), count }).meta({ id: 'EvidenceCount' });
export const UploadCount = z.object({ state: z.enum(intentStates), count }).meta({ id: 'UploadCount' });

const readiness = z
  .object({
    status: z.enum(readinessStatuses),
    missing: z.array(z.enum(['profile', 'service', 'location'])),
    activeServices: z.number().int(),
    openCases: z.number().int(),
    casesAwaitingProvider: z.number().int(),
    currentClaims: z.number().int(),
    claimsExpiringSoon: z.number().int(),
  })
  .meta({ id: 'ProviderReadiness' });

/** Flags and counts only: no place, no id of a case or upload, no person (promise D1). */
const workspace = {
  readiness,
  location: z.object({
    privateBaseConfigured: z.boolean(),
    publicPremisesConfigured: z.boolean(),
    serviceAreaConfigured: z.boolean(),
  }),
  cases: z.array(CaseCount),
  claims: z.array(ClaimCount),
  evidence: z.array(EvidenceCount),
  uploads: z.array(UploadCount),
};

export const OperationsWorkspace = z
  .object({ providerId: z.uuid(), ...identity, ...workspace })
  .meta({ id: 'OperationsWorkspace' });

export const OperationsProvider = z
  .object({ ...directory, readiness: z.enum(readinessStatuses) })
  .meta({ id: 'OperationsProvider' });

export const OperationsProviderDetail = z
  .object({ ...directory, ...workspace })
  .meta({ id: 'OperationsProviderDetail' });

export const OperationsWorkspacePage = Page(OperationsWorkspace).meta({ id: 'OperationsWorkspacePage' });
export const OperationsProviderPage = Page(OperationsProvider).meta({ id: 'OperationsProviderPage' });
