import { z } from 'zod';

const mostClaims = 100;
const example = '019a4931-7e90-7a6b-9c52-d84f03b1e7a5';
const description = (separated = '') =>
  `Identifiers of the current claims that this request ends, up to ${mostClaims}${separated}. Without each of them the response is 409 \`claims-would-end\`, which lists them.`;

export const EndsClaimIds = z
  .array(z.uuid())
  .max(mostClaims)
  .optional()
  .meta({ description: description(), examples: [[example]] });

export const EndsClaimIdsQuery = z
  .string()
  .max(mostClaims * `${example},`.length)
  .optional()
  .transform((text) => (text === undefined ? [] : text.split(',')))
  .pipe(z.array(z.uuid()).max(mostClaims))
  .meta({ description: description(', separated by commas'), examples: [example] });
