import { ProviderId, PublicProviderId, SelfAssertedName } from '@trust/contracts/fields';
import { NameDecisionReason, NameRefusal } from '@trust/contracts/reasons/moderation-reasons';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';

export const Summary = z
  .string()
  .nullable()
  .meta({
    description: 'What the provider does, in its own words: 1 to 2000 characters. Self-asserted; null if none.',
    examples: ['Electrical installation and repair in Paris and its inner suburbs, since 2012.'],
  });

/** What operators decided about words of the provider. */
export const WordsStatus = valueList('publicWordsStatus', {
  not_asked: {
    en: 'Not sent yet',
    fr: 'Pas encore soumis',
    means: {
      en: 'Operators are asked once the provider is complete.',
      fr: 'Les opérateurs sont consultés une fois le prestataire complet.',
    },
  },
  waiting: {
    en: 'Waiting for an operator',
    fr: 'En attente d’un opérateur',
    means: { en: 'Waits for an operator.', fr: 'Attend un opérateur.' },
  },
  accepted: {
    en: 'Accepted',
    fr: 'Accepté',
    means: { en: 'An operator accepted it: it is public.', fr: 'Un opérateur l’a accepté\u00a0: c’est public.' },
  },
  refused: {
    en: 'Not accepted',
    fr: 'Non accepté',
    means: {
      en: 'An operator did not accept it. Send other words.',
      fr: 'Un opérateur ne l’a pas accepté. Envoyez d’autres textes.',
    },
  },
});

const NameVersionState = valueList('nameVersionState', {
  waiting: {
    en: 'Waiting for an operator',
    fr: 'En attente d’un opérateur',
    means: { en: 'Waits for an operator.', fr: 'Attend un opérateur.' },
  },
  accepted: {
    en: 'Accepted',
    fr: 'Accepté',
    means: { en: 'An operator accepted it. Final.', fr: 'Un opérateur l’a accepté. Définitif.' },
  },
  refused: {
    en: 'Not accepted',
    fr: 'Non accepté',
    means: { en: 'An operator did not accept it. Final.', fr: 'Un opérateur ne l’a pas accepté. Définitif.' },
  },
  withdrawn: {
    en: 'Withdrawn',
    fr: 'Retiré',
    means: {
      en: 'The provider sent other words or closed before a decision. Final.',
      fr: 'Le prestataire a envoyé d’autres textes ou a fermé avant une décision. Définitif.',
    },
  },
});

export const DisplayNameVersion = z
  .object({
    id: z.uuid().describe('Identifier of the version of the name.'),
    providerId: ProviderId,
    publicProviderId: PublicProviderId,
    displayName: SelfAssertedName.nullable().meta({
      description: 'The name to judge, in the provider’s own words; null once the provider is erased.',
      examples: ['Électricité Martin & Fils'],
    }),
    publicName: z
      .string()
      .nullable()
      .meta({
        description: 'The name that is public now; null before the first accepted one.',
        examples: ['Électricité Martin'],
      }),
    summary: Summary.meta({
      description: 'The summary to judge; null if it has none, and once the provider is erased.',
      examples: ['Electrical installation and repair in Paris.'],
    }),
    publicSummary: Summary.meta({
      description: 'The summary that is public now; null if there is none.',
      examples: ['Electrical installation in Paris.'],
    }),
    website: z
      .string()
      .nullable()
      .meta({
        description: 'The address of the website to judge; null if it has none, and once the provider is erased.',
        examples: ['https://electricite-martin.example/paris'],
      }),
    publicWebsite: z
      .string()
      .nullable()
      .meta({
        description: 'The address of the website that is public now; null if there is none.',
        examples: ['https://electricite-martin.example'],
      }),
    address: z
      .string()
      .nullable()
      .meta({
        description:
          'The address of the public premises to judge; null if they have none, or the provider has other premises or none since.',
        examples: ['12 rue Oberkampf, 75011 Paris'],
      }),
    publicAddress: z
      .string()
      .nullable()
      .meta({ description: 'The address that is public now; null if there is none.', examples: [null] }),
    state: NameVersionState.meta({ description: 'State of the version.', examples: ['waiting'] }),
    decisionReason: NameDecisionReason.nullable().meta({
      description: 'Why it was decided so; null without a decision.',
      examples: [null],
    }),
    earlierRefusals: z
      .array(
        z.object({
          reasonCode: NameRefusal.describe('Why the words were refused.'),
          refusedOn: z.iso.date().meta({ description: 'Day of the refusal, in UTC.', examples: ['2026-11-02'] }),
        }),
      )
      .meta({
        description: 'The last 5 refusals of other words of the provider within a year, newest first.',
        examples: [[{ reasonCode: 'personal_data', refusedOn: '2026-11-02' }]],
      }),
    earlierRefusalCount: z.number().int().describe('How many refusals of other words there were within a year.'),
    refusedAt: z.iso
      .datetime()
      .nullable()
      .meta({
        description: 'When operators refused it after they had accepted it; null unless they did.',
        examples: [null],
      }),
    requestedAt: z.iso.datetime().describe('When operators were asked.'),
    endedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it was decided or withdrawn; null while it waits.', examples: [null] }),
  })
  .meta({ id: 'DisplayNameVersion' });
