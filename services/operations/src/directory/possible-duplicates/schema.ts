import { DuplicateReason, ProviderState } from '@trust/contracts/events/provider';
import { ProviderId, SelfAssertedName } from '@trust/contracts/fields';
import { Reason } from '@trust/contracts/values/free-text';
import { textsOf, valueList } from '@trust/contracts/values/value-list';
import { OperatorName } from '@trust/contracts/values/work-name';
import { z } from 'zod';

const PairState = valueList('possibleDuplicateState', {
  open: {
    en: 'To examine',
    fr: 'À examiner',
    means: {
      en: 'Nobody has judged it, or not all that they have in common.',
      fr: 'Personne ne l’a examinée, ou pas tout ce qu’ils ont en commun.',
    },
  },
  reviewed: {
    en: 'Reviewed',
    fr: 'Examinée',
    means: {
      en: 'An operator has judged all that they have in common. It opens again once they have another thing in common, or operators suspend, hide or refuse one of them.',
      fr: 'Un opérateur a examiné tout ce qu’ils ont en commun. Elle s’ouvre de nouveau s’ils ont autre chose en commun, ou si les opérateurs suspendent, masquent ou refusent l’un d’eux.',
    },
  },
});

const Outcome = valueList('possibleDuplicateOutcome', {
  distinct: {
    en: 'Two providers',
    fr: 'Deux prestataires',
    means: { en: 'They are two providers.', fr: 'Ce sont deux prestataires.' },
  },
  duplicate: {
    en: 'Duplicate',
    fr: 'Doublon',
    means: { en: 'They are the same provider.', fr: 'C’est le même prestataire.' },
  },
});

export const PossibleDuplicateParams = z.object({
  duplicateId: z.uuid().describe('Identifier of the pair, as in the work queue.'),
});

export const PossibleDuplicateReview = z
  .strictObject({
    outcome: Outcome.describe('Whether they are the same provider.'),
    reason: Reason.meta({
      description: 'Why: 10 to 500 characters.',
      examples: ['Two electricians share the telephone of one workshop.'],
    }),
    inQuestionAt: z.iso
      .datetime()
      .nullish()
      .meta({
        description: '`inQuestionAt` of the pair that you have read; another one is 409. Absent or null: it had none.',
        examples: [null],
      }),
  })
  .meta({ id: 'PossibleDuplicateReview' });

const Same = z.array(DuplicateReason);
const Because = z.string().meta({
  description: 'Why, as the operator wrote it.',
  examples: ['Two electricians share the telephone of one workshop.'],
});

export const PossibleDuplicate = z
  .object({
    id: z.uuid().describe('Identifier of the pair.'),
    state: PairState.describe('Whether an operator has judged the pair.'),
    providers: z
      .array(
        z.object({
          id: ProviderId,
          displayName: SelfAssertedName.nullable(),
          state: z
            .string()
            .nullable()
            .meta({
              description: 'State of the provider; null if it is not known yet.',
              examples: ['active'],
              ...textsOf(ProviderState),
            }),
        }),
      )
      .describe('The two providers.'),
    same: Same.describe('What they had in common when they were found; empty for a pair of an earlier release.'),
    inQuestionAt: z.iso
      .datetime()
      .nullable()
      .describe(
        'When operators last suspended, withheld or hid one of them, or refused a case of it; null if they did not.',
      ),
    foundAt: z.iso.datetime().describe('When the pair was found, or opened again.'),
    outcome: Outcome.nullable().describe('What the operator judged; null before that.'),
    reviewerId: z.uuid().nullable().describe('Identifier of the operator who reviewed it; null before the review.'),
    reviewerName: OperatorName,
    reason: z
      .string()
      .nullable()
      .meta({
        description: 'Why, as the operator wrote it; null before the review.',
        examples: ['Two electricians share the telephone of one workshop.'],
      }),
    reviewedAt: z.iso.datetime().nullable().describe('When it was reviewed; null before the review.'),
    earlierReviews: z
      .array(
        z.object({
          same: Same.describe('What they had in common then.'),
          outcome: Outcome.describe('What the operator judged.'),
          reviewerId: z.uuid().describe('Identifier of the operator who reviewed it.'),
          reviewerName: OperatorName,
          reason: Because,
          reviewedAt: z.iso.datetime().describe('When it was reviewed.'),
        }),
      )
      .describe(
        'Earlier judgements, oldest first. Since each, the two had more in common, or operators acted against one of them.',
      ),
  })
  .meta({ id: 'PossibleDuplicate' });
