import { ProviderKind } from '@trust/contracts/events/provider';
import { multiLine } from '@trust/contracts/values/free-text';
import { z } from 'zod';
import { DisplayName, OperatingModel } from '../providers/schema.ts';
import { isSpokenLanguage } from './spoken-language.ts';

const language = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, { abort: true })
  .refine(isSpokenLanguage);

/** `https://known.example@other.example` shows a host that the link does not open. */
const hasPlainHost = (url: string) => !/^\w+:\/\/[^/?#]*[@\\]/.test(url);

export const ProfileUpdate = z
  .strictObject({
    displayName: DisplayName.optional(),
    summary: multiLine(1, 2000)
      .nullable()
      .optional()
      .meta({
        description:
          'What the provider does, in its own words: 1 to 2000 characters, without signs and words that claim a check or an authority. Self-asserted; null removes it.',
        examples: ['Electrical installation and repair in Paris and its inner suburbs, since 2012.'],
      }),
    website: z
      .url({ protocol: /^https?$/, hostname: z.regexes.domain })
      .max(500)
      .refine(hasPlainHost)
      .nullable()
      .optional()
      .meta({
        description:
          'Address of the website of the provider, http or https, up to 500 characters. Public once an operator accepted it. Self-asserted; null removes it.',
        examples: ['https://electricite-martin.example'],
      }),
    languages: z
      .array(language)
      .max(20)
      .optional()
      .meta({
        description:
          'All languages that the provider speaks, as BCP 47 tags such as `fr` or `en-GB`; at most 20. A tag for private use such as `qaa` is refused. Self-asserted.',
        examples: [['fr', 'en']],
      }),
    operatingModel: OperatingModel.optional(),
    kind: ProviderKind.optional().describe(
      'Whether the provider is one person or an organisation. It can change only while the provider is `draft`.',
    ),
  })
  .meta({ id: 'ProfileUpdate' });
export type ProfileUpdate = z.output<typeof ProfileUpdate>;
