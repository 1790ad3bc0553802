import texts from '@trust/contracts/texts.json' with { type: 'json' };
import { LocalisedText } from '@trust/contracts/values/localised-text';
import { z } from 'zod';
import { route } from '../app.ts';

const ValueText = z
  .object({
    label: LocalisedText.meta({
      description: 'What people read for the value, in every language of the platform.',
      examples: [{ en: 'Waiting for evidence', fr: 'En attente de pièces' }],
    }),
    help: LocalisedText.optional().meta({
      description:
        'A sentence that explains it, in every language of the platform; absent where the label says enough.',
      examples: [{ en: 'Waiting for evidence from the provider.', fr: 'Attend des pièces du prestataire.' }],
    }),
  })
  .meta({ id: 'ValueText' });

const CatalogTexts = z
  .object({
    version: z.string().meta({
      description: 'Version of all texts. It changes with any of them, and with nothing else.',
      examples: ['5048ee936fdd'],
    }),
    lists: z.record(z.string(), z.record(z.string(), ValueText)).meta({
      description:
        'Texts by list and value. A field of the contract whose values have texts names its list in `x-texts`.',
      examples: [{ caseState: { awaiting_evidence: texts.lists.caseState.awaiting_evidence } }],
    }),
    problems: z
      .record(
        z.string(),
        ValueText.extend({
          codes: z.record(z.string(), ValueText).meta({
            description: 'The codes that `errors` of the problem can contain; empty if it has none.',
            examples: [{}],
          }),
        }).meta({ id: 'ProblemText' }),
      )
      .meta({
        description: 'Titles of problems by slug, the last segment of `type`, with what to do as `help`.',
        examples: [
          {
            'edit-conflict': {
              label: { en: 'Edit conflict', fr: 'Conflit de modification' },
              codes: {},
            },
          },
        ],
      }),
  })
  .meta({ id: 'CatalogTexts' });

export const getCatalogTexts = route(
  {
    method: 'get',
    path: '/catalog/texts',
    summary: 'Get the texts of all values',
    description:
      'Labels of every state, reason code, document kind, claim type, observation and other list of values, and of every problem, in every language. Keep them and revalidate by `If-None-Match`: they change with a release only.',
    access: 'public',
    cache: 'public',
    alwaysOpen: true,
    responds: { status: 200, body: CatalogTexts },
  },
  async () => texts,
);
