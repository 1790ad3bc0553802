import { z } from 'zod';

export const EndsClaimIds = z
  .array(z.uuid())
  .max(100)
  .optional()
  .meta({
    description:
      'Identifiers of the current claims that this request ends, up to 100. Without each of them the response is 409 `claims-would-end`, which lists them.',
    examples: [['019a4931-7e90-7a6b-9c52-d84f03b1e7a5']],
  });

export const EndsClaimIdsQuery = z
  .string()
  .max(3700)
  .optional()
  .transform((text) => (text === undefined ? [] : text.split(',')))
  .pipe(z.array(z.uuid()).max(100))
  .meta({
    description:
      'Identifiers of the current claims that this request ends, up to 100, separated by commas. Without each of them the response is 409 `claims-would-end`, which lists them.',
    examples: ['019a4931-7e90-7a6b-9c52-d84f03b1e7a5'],
  });
