import { SubjectId } from '@trust/contracts/claim-about';
import { ClaimId } from '@trust/contracts/fields';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { EndsClaimIds } from '../../provider-record/ends-claim-ids.ts';
import { ClaimSubject, ClaimSubjects, personNames } from '../claim-subjects/schema.ts';

export const ResponsiblePersonUpdate = z
  .strictObject({
    representativeId: z.uuid().meta({
      description:
        'Identifier of their assignment, as in `GET /providers/{providerId}/representatives`. Of a provider that is one person: that of its only owner.',
      examples: ['019a4907-9a41-7c3b-8d52-6e1f0b7a9c24'],
    }),
    ...personNames,
    endsClaimIds: EndsClaimIds,
  })
  .meta({
    id: 'ResponsiblePersonUpdate',
    examples: [{ representativeId: '019a4907-9a41-7c3b-8d52-6e1f0b7a9c24', givenName: 'Claire', familyName: 'Martin' }],
  });

const NamingStatus = valueList('personNamingStatus', {
  waiting: {
    en: 'Waits for their acceptance',
    fr: 'En attente d’acceptation',
    means: { en: 'The person has not accepted yet.', fr: 'La personne n’a pas encore accepté.' },
  },
  expired: {
    en: 'Not accepted',
    fr: 'Non acceptée',
    means: {
      en: 'The person did not accept within 7 days. Nothing has changed.',
      fr: 'La personne n’a pas accepté dans les 7 jours. Rien n’a changé.',
    },
  },
});

const PersonNaming = z
  .object({
    id: SubjectId.meta({ description: 'Identifier of the naming: that of the subject once the person accepts.' }),
    representativeId: z
      .uuid()
      .nullable()
      .meta({
        description: 'Identifier of the assignment of the person; null if they no longer represent the provider.',
        examples: ['019a4907-9a41-7c3b-8d52-6e1f0b7a9c24'],
      }),
    name: z
      .string()
      .nullable()
      .meta({
        description: 'The name that was given for them; null once the naming has expired.',
        examples: ['Claire Martin'],
      }),
    isOwn: z.boolean().describe('Whether you are that person, who alone can accept.'),
    status: NamingStatus.meta({
      description:
        'A naming that the person declined is `waiting` for everybody else, and `expired` after 7 days, as one that nobody answered. Who declined it sees none.',
      examples: ['waiting'],
    }),
    namedAt: z.iso.datetime().describe('When the person was named.'),
    expiresAt: z.iso.datetime().describe('Until when they can accept: 7 days after they were named.'),
    endsClaimIds: z
      .array(ClaimId)
      .describe(
        'Current claims about the present person, as whoever named this one read them. They end with the acceptance.',
      ),
  })
  .meta({ id: 'PersonNaming' });

// Not nullable(): that would make the named schema itself nullable in the contract.
const naming = z
  .union([PersonNaming, z.null()])
  .describe('Whom somebody else named, and who has not accepted; null without one. 30 days after its end it is gone.');

export const ResponsiblePerson = z
  .object({
    current: z.union([ClaimSubject, z.null()]).describe('The person responsible now; null if the provider has none.'),
    naming,
  })
  .meta({ id: 'ResponsiblePerson' });

export const NamedSubjects = ClaimSubjects.extend({ naming }).meta({ id: 'NamedSubjects' });

export const NamingAcceptance = z
  .strictObject({
    namingId: SubjectId.meta({
      description:
        'Identifier of the naming that you have read in `GET /provider-workspace/me/responsible-person`. If you were named anew since, it is 409 `state-conflict` with what waits now.',
    }),
  })
  .meta({ id: 'NamingAcceptance' });
