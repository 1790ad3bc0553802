import { DuplicateReason, ProviderState, PublicationState } from '@trust/contracts/events/provider';
import { PublicProviderId, SelfAssertedName } from '@trust/contracts/fields';
import { Reason, singleLine } from '@trust/contracts/free-text';
import { MeasureReason } from '@trust/contracts/reasons/measure-reasons';
import { valueList } from '@trust/contracts/value-list';
import { z } from 'zod';
import { Transition } from '../../provider-record/transitions.ts';

const OperatingModel = valueList({
  travels: { en: 'Travels', fr: '', means: 'Travels to customers.' },
  premises: { en: 'Premises', fr: '', means: 'Receives customers at its premises.' },
  remote: { en: 'Remote', fr: '', means: 'Works remotely.' },
});

const Kind = valueList({
  individual: { en: 'Individual', fr: '', means: 'One person.' },
  organisation: { en: 'Organisation', fr: '', means: 'A company or association.' },
});

export const DisplayName = singleLine(2, 120);

export const ProviderCreate = z
  .strictObject({
    displayName: DisplayName.meta({
      description: 'The name under which the provider works, 2 to 120 characters. Self-asserted.',
      examples: ['Électricité Martin'],
    }),
    kind: Kind.meta({
      description: 'Whether the provider is one person or an organisation.',
      examples: ['individual'],
    }),
    operatingModel: OperatingModel.meta({
      description: 'Whether the provider travels to customers, receives them on premises, or works remotely.',
      examples: ['travels'],
    }),
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
    kind: Kind.meta({
      description: 'Whether the provider is one person or an organisation.',
      examples: ['individual'],
    }),
    operatingModel: OperatingModel.meta({
      description: 'Whether the provider travels to customers, receives them on premises, or works remotely.',
      examples: ['travels'],
    }),
    summary: z
      .string()
      .nullable()
      .meta({
        description: 'What the provider does, in its own words: 1 to 2000 characters. Self-asserted; null if none.',
        examples: ['Electrical installation and repair in Paris and its inner suburbs, since 2012.'],
      }),
    website: z
      .string()
      .nullable()
      .meta({
        description:
          'Address of the website of the provider, http or https, up to 500 characters. Self-asserted; null if none.',
        examples: ['https://electricite-martin.example'],
      }),
    languages: z.array(z.string()).meta({
      description: 'Languages that the provider speaks, as BCP 47 tags such as `fr` or `en-GB`; at most 20.',
      examples: [['fr', 'en']],
    }),
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

/** `possibleDuplicates` is for operators only (ADR 0021). */
export const ProviderById = Provider.extend({
  possibleDuplicates: z
    .array(
      z.object({
        id: z.uuid().describe('Identifier of the other provider.'),
        publicProviderId: PublicProviderId,
        displayName: SelfAssertedName,
        state: ProviderState.meta({ description: 'Lifecycle state of the other provider.', examples: ['active'] }),
        same: z.array(DuplicateReason).min(1).describe('What both providers have in common.'),
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
    reason: Reason.meta({
      description: 'Why, for the audit log: 10 to 500 characters.',
      examples: ['The profile is complete and the first claims are current.'],
    }),
    reasonCode: MeasureReason.optional().meta({
      description: 'Why, for the representatives of the provider. For operators only.',
      'x-no-example': true,
    }),
  })
  .meta({ id: 'ProviderTransition' });
