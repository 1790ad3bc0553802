import { multiLine } from '@trust/contracts/free-text';
import { z } from 'zod';
import { DisplayName, ProviderCreate } from '../providers/schema.ts';

const language = z.string().regex(/^[a-z]{2,3}(-[A-Z]{2})?$/);

/** `https://known.example@other.example` shows a host that the link does not open. */
const hasPlainHost = (url: string) => !/^\w+:\/\/[^/?#]*[@\\]/.test(url);

export const ProfileUpdate = z
  .strictObject({
    displayName: DisplayName.optional(),
    summary: multiLine(1, 2000).nullable().optional(),
    website: z
      .url({ protocol: /^https?$/, hostname: z.regexes.domain })
      .max(500)
      .refine(hasPlainHost)
      .nullable()
      .optional(),
    languages: z.array(language).max(20).optional(),
    operatingModel: ProviderCreate.shape.operatingModel.optional(),
    kind: ProviderCreate.shape.kind.optional(),
  })
  .meta({ id: 'ProfileUpdate' });
export type ProfileUpdate = z.output<typeof ProfileUpdate>;
