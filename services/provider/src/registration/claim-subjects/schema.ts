import { ClaimAbout, SubjectId } from '@trust/contracts/claim-about';
import { SubjectEndReason } from '@trust/contracts/events/claims';
import { ProviderKind } from '@trust/contracts/events/provider';
import { ClaimId } from '@trust/contracts/fields';
import { Page } from '@trust/contracts/page';
import { singleLine } from '@trust/contracts/values/free-text';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { EndsClaimIds } from '../../provider-record/ends-claim-ids.ts';
import { premisesPlace } from '../location/schema.ts';

export const PublicNameForm = valueList('publicNameForm', {
  full_name: {
    en: 'Full name',
    fr: 'Nom complet',
    means: { en: 'Given name and family name.', fr: 'Prénom et nom de famille.' },
  },
  given_name_and_initial: {
    en: 'Given name and initial',
    fr: 'Prénom et initiale',
    means: {
      en: 'Given name and the first letter of the family name.',
      fr: 'Prénom et première lettre du nom de famille.',
    },
  },
});

const name = (description: string, example: string) =>
  singleLine(1, 120).meta({
    description: `${description}, 1 to 120 characters: letters, digits, spaces and the punctuation of names, no word that claims a check.`,
    examples: [example],
  });

export const RegisteredNameUpdate = z
  .strictObject({
    name: name('The name under which the business is registered, as its documents show it', 'Martin Électricité SARL'),
    endsClaimIds: EndsClaimIds,
  })
  .meta({ id: 'RegisteredNameUpdate', examples: [{ name: 'Martin Électricité SARL' }] });

export const personNames = {
  givenName: name('Given name of the person, as their documents show it', 'Claire'),
  familyName: name('Family name of the person, as their documents show it', 'Martin'),
};

export const PublicNameConsent = z
  .strictObject({
    subjectId: SubjectId.meta({
      description:
        'Identifier of the subject whose name you have read in `GET /providers/{providerId}/claim-subjects`. If you were named anew since, it is 409 `state-conflict` with what is current.',
    }),
    form: PublicNameForm.meta({
      description: 'The form in which everybody may read your checked name.',
      examples: ['given_name_and_initial'],
    }),
    version: z
      .string()
      .min(1)
      .max(40)
      .meta({
        description: 'The version of the policy `public-name` that you have read: the current one.',
        examples: ['2026-11'],
      }),
  })
  .meta({ id: 'PublicNameConsent' });

const PremisesPlace = z.object(premisesPlace).meta({ id: 'PremisesPlace' });

export const VisitedPremises = z
  .object({
    place: z.union([PremisesPlace, z.null()]).describe('The public premises; null if the provider shows none.'),
  })
  .meta({ id: 'VisitedPremises' });

export const ClaimSubject = z
  .object({
    id: SubjectId,
    about: ClaimAbout.meta({ description: 'What it is.', examples: ['business'] }),
    name: z
      .string()
      .nullable()
      .meta({
        description: 'The name as the provider declared it, for a reviewer to compare; null for premises.',
        examples: ['Martin Électricité SARL'],
      }),
    publicName: z
      .string()
      .nullable()
      .meta({
        description:
          'The name as everybody reads it once a check confirmed it; null for premises, and for a person who has not agreed.',
        examples: ['Martin Électricité SARL'],
      }),
    // Not nullable(): that would make the named schema itself nullable in the contract.
    place: z
      .union([PremisesPlace, z.null()])
      .describe('The public premises, for whoever holds a duty of a case; null otherwise.'),
    providerKind: ProviderKind.nullable().meta({
      description:
        'Of a registered name: whether the provider is one person or an organisation, which a check must confirm; null for others.',
      examples: ['organisation'],
    }),
    saysSoleTrader: z.boolean().meta({
      description:
        'Whether the name has a legal form of sole traders, such as EI or e.K., while the provider says that it is an organisation. A hint for the reviewer, no judgement.',
      examples: [false],
    }),
    representativeId: z
      .uuid()
      .nullable()
      .describe('Identifier of the assignment of the person responsible; null for a business or premises.'),
    isOwn: z.boolean().describe('Whether you are that person, who alone can agree that the name is public.'),
    namedAt: z.iso.datetime().describe('Since when the provider has it.'),
    claimIds: z.array(ClaimId).describe('Current claims about this name, person or place. They end when it ends.'),
  })
  .meta({ id: 'ClaimSubject' });

export const ClaimSubjectPage = Page(ClaimSubject).meta({ id: 'ClaimSubjectPage' });

const EarlierSubject = z
  .object({
    id: SubjectId,
    name: z
      .string()
      .nullable()
      .meta({
        description: 'The name as the provider declared it; null after an erasure.',
        examples: ['Claire Durand'],
      }),
    hasSameName: z
      .boolean()
      .describe('Whether the current name is exactly this one. Of a person, also whether the account is the same.'),
    isChecked: z.boolean().describe('Whether a claim was granted about it.'),
    namedAt: z.iso.datetime().describe('Since when the provider had it.'),
    endedAt: z.iso.datetime().describe('When it ended.'),
    endReason: SubjectEndReason.meta({ description: 'How it ended.', examples: ['replaced'] }),
    operatorReason: z
      .string()
      .nullable()
      .meta({
        description: 'Why an operator ended it, as they wrote it; null for other ends, and after an erasure. Private.',
        examples: [null],
      }),
  })
  .meta({ id: 'EarlierSubject' });

const CaseClaimSubject = ClaimSubject.extend({
  earlier: z
    .array(EarlierSubject)
    .describe(
      'Of a name or person: the last one that ended, the last about which a claim was granted, and the last that an operator ended, newest end first.',
    ),
}).meta({ id: 'CaseClaimSubject' });

export const CaseClaimSubjectPage = Page(CaseClaimSubject).meta({ id: 'CaseClaimSubjectPage' });

export const ClaimSubjects = z
  .object({
    items: z.array(ClaimSubject).describe('What claims of the provider can be about now, at most one of each.'),
  })
  .meta({ id: 'ClaimSubjects' });
