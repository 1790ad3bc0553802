import { z } from 'zod';
import { callerProblems } from './problems/caller.ts';
import type { FieldCodes, ProblemKind } from './problems/kind.ts';
import { platformProblems } from './problems/platform.ts';
import { requestProblems } from './problems/request.ts';
import { stateProblems } from './problems/state.ts';
import { uploadProblems } from './problems/upload.ts';

/** Every problem the platform can answer with. The slug ends the `type` URI; nothing outside this list is ever sent. */
export const problemCatalogue = {
  ...requestProblems,
  ...callerProblems,
  ...stateProblems,
  ...uploadProblems,
  ...platformProblems,
};

export type ProblemSlug = keyof typeof problemCatalogue;

/** The codes that `errors` of a problem can hold; `never` where it has none. */
export type FieldCode<Slug extends ProblemSlug = ProblemSlug> = {
  [One in Slug]: (typeof problemCatalogue)[One] extends { codes: infer Codes } ? keyof Codes & string : never;
}[Slug];

/** The codes of a problem with their texts. */
export function codesOf(slug: ProblemSlug): FieldCodes {
  const kind: ProblemKind = problemCatalogue[slug];
  return kind.codes ?? {};
}

const everyCode = Object.keys(problemCatalogue).flatMap((slug) => Object.keys(codesOf(slug as ProblemSlug)));

const FieldFault = z.object({
  field: z.string().meta({ description: 'Path of the field, parameter or header: `address.city`.' }),
  code: z.string().meta({
    description: 'What is wrong, for machines.',
    'x-extensible-enum': [...new Set(everyCode)].sort(),
  }),
  message: z.string().meta({
    description: 'What is wrong and what to do, in the language of the response.',
    examples: ['Must be at most 100.'],
  }),
  minimum: z
    .number()
    .optional()
    .meta({ description: 'The smallest value accepted. For a text or a list: the smallest length.', examples: [1] }),
  maximum: z
    .number()
    .optional()
    .meta({ description: 'The largest value accepted. For a text or a list: the largest length.', examples: [100] }),
  allowed: z
    .array(z.union([z.string(), z.number(), z.boolean()]))
    .optional()
    .meta({ description: 'The values accepted, where they can be listed.', examples: [['sms', 'email']] }),
});

/** RFC 9457, with the platform's `requestId` and `errors`. `current` comes with an edit conflict only. */
export const ProblemDetails = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    instance: z.string(),
    requestId: z.string(),
    errors: z.array(FieldFault),
    current: z.unknown().optional(),
  })
  .meta({ id: 'ProblemDetails' });
export type ProblemDetails = z.output<typeof ProblemDetails>;
