import { DuplicateReason, ProviderKind, ProviderState, PublicationState } from '@trust/contracts/events/provider';
import { PublicProviderId, SelfAssertedName } from '@trust/contracts/fields';
import { MeasureReason } from '@trust/contracts/reasons/measure-reasons';
import { NameRefusal } from '@trust/contracts/reasons/moderation-reasons';
import { Reason, singleLine } from '@trust/contracts/values/free-text';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { Transition } from '../../provider-record/transitions.ts';
import { Summary, WordsStatus } from '../display-names/schema.ts';

export const OperatingModel = valueList('operatingModel', {
  travels: {
    en: 'At the customer’s place',
    fr: 'Chez le client',
    means: { en: 'Travels to customers.', fr: 'Se déplace chez les clients.' },
  },
  premises: {
    en: 'At its premises',
    fr: 'Dans ses locaux',
    means: { en: 'Receives customers at its premises.', fr: 'Reçoit les clients dans ses locaux.' },
  },
  remote: { en: 'Remotely', fr: 'À distance', means: { en: 'Works remotely.', fr: 'Travaille à distance.' } },
}).meta({
  description: 'Whether the provider travels to customers, receives them on premises, or works remotely.',
  examples: ['travels'],
});

export const DisplayName = singleLine(2, 120).meta({
  description:
    'The name under which the provider works, 2 to 120 characters: letters, digits, spaces and the punctuation of names, no word that claims a check or an authority. Public once an operator accepted it. Self-asserted.',
  examples: ['Électricité Martin'],
});

export const Website = z
  .string()
  .nullable()
  .meta({
    description:
      'Address of the website of the provider, http or https, up to 500 characters. Self-asserted; null if none.',
    examples: ['https://electricite-martin.example'],
  });
export const Languages = z.array(z.string()).meta({
  description: 'Languages that the provider speaks, as BCP 47 tags such as `fr` or `en-GB`; at most 20. Self-asserted.',
  examples: [['fr', 'en']],
});

export const ProviderCreate = z
  .strictObject({
    displayName: DisplayName,
    kind: ProviderKind,
    operatingModel: OperatingModel,
  })
  .meta({ id: 'ProviderCreate' });

/** Self-asserted or administrative fields only; never a claim. */
export const Provider = z
  .object({
    id: z.uuid().meta({
      description: 'Identifier of the provider, for the routes below `/providers/{providerId}`.',
      examples: ['019a4907-6d18-7e52-a2b4-0f3c9be81d77'],
    }),
    publicProviderId: PublicProviderId,
    displayName: SelfAssertedName,
    displayNameStatus: WordsStatus.meta({
      description: 'What operators decided about `displayName`. Only an accepted name is public.',
      examples: ['accepted'],
    }),
    displayNameRefusal: NameRefusal.nullable().meta({
      description:
        'Why operators did not accept the words that are `refused`: they read name, summary, website and address together. Null unless they did not.',
      examples: [null],
    }),
    publicName: z
      .string()
      .nullable()
      .meta({
        description: 'The name that everybody else reads: the last accepted one; null before the first.',
        examples: ['Électricité Martin'],
      }),
    kind: ProviderKind,
    operatingModel: OperatingModel,
    summary: Summary,
    summaryStatus: WordsStatus.nullable().meta({
      description: 'What operators decided about `summary`. Only an accepted one is public; null without one.',
      examples: ['accepted'],
    }),
    publicSummary: z
      .string()
      .nullable()
      .meta({
        description:
          'The summary that everybody else reads: the last accepted one; null before the first, and once it is removed.',
        examples: ['Electrical installation and repair in Paris and its inner suburbs, since 2012.'],
      }),
    website: Website,
    websiteStatus: WordsStatus.nullable().meta({
      description: 'What operators decided about `website`. Only an accepted one is public; null without one.',
      examples: ['accepted'],
    }),
    publicWebsite: z
      .string()
      .nullable()
      .meta({
        description:
          'The website that everybody else reads: the last accepted one; null before the first, and once it is removed.',
        examples: ['https://electricite-martin.example'],
      }),
    languages: Languages,
    state: ProviderState.meta({
      description:
        'Lifecycle state of the provider. It becomes `active` when profile, service and location are complete.',
      examples: ['active'],
    }),
    publication: PublicationState.meta({
      description:
        'Whether the public can find the provider. `withheld` is set by operators. An emergency action hides a provider without changing this; `measures` of the workspace lists it.',
      examples: ['published'],
    }),
    revision: z
      .number()
      .int()
      .meta({ description: 'Number of the current revision, for `If-Match: "r<revision>"`.', examples: [3] }),
  })
  .meta({ id: 'Provider' });

/** `possibleDuplicates` is for operators only (docs/domain/provider-record.md 38). */
export const ProviderById = Provider.extend({
  possibleDuplicates: z
    .array(
      z.object({
        id: z.uuid().describe('Identifier of the other provider.'),
        publicProviderId: PublicProviderId,
        displayName: SelfAssertedName,
        state: ProviderState.meta({ description: 'Lifecycle state of the other provider.', examples: ['active'] }),
        same: z.array(DuplicateReason).min(1).describe('What both providers have in common.'),
        isErased: z
          .boolean()
          .describe(
            'Whether it was an individual that was under a measure when its owner erased the account: `same` compares what is kept as keyed hashes for a year.',
          ),
      }),
    )
    .optional()
    .describe('Other providers with the same contact, name or website. Shown to operators only; nothing is merged.'),
}).meta({ id: 'ProviderById' });

export const ProviderTransition = z
  .strictObject({
    transition: Transition.meta({
      description: 'The transition. Owners can publish, unpublish and close; operators can do the others.',
      examples: ['publish'],
    }),
    reason: Reason.optional().meta({
      description:
        'Why an operator does it, for the audit log: 10 to 500 characters. Required of operators; what an owner writes is not kept.',
      examples: ['A customer reports that somebody else uses this name.'],
    }),
    reasonCode: MeasureReason.optional().meta({
      description: 'Why, for the representatives of the provider, who are told. Only operators may send it.',
    }),
  })
  .meta({
    id: 'ProviderTransition',
    examples: [{ transition: 'publish' }],
  });
