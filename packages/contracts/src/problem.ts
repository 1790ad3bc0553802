import { z } from 'zod';
import { callerProblems } from './problems/caller.ts';
import type { FieldCodes, ProblemKind } from './problems/kind.ts';
import { platformProblems } from './problems/platform.ts';
import { readinessProblems } from './problems/readiness.ts';
import { requestProblems } from './problems/request.ts';
import { stateProblems } from './problems/state.ts';
import { uploadProblems } from './problems/upload.ts';

/** By slug, the last segment of the `type` URI. The platform sends no other problems. */
export const problemCatalogue = {
  ...requestProblems,
  ...callerProblems,
  ...stateProblems,
  ...readinessProblems,
  ...uploadProblems,
  ...platformProblems,
};

export type ProblemSlug = keyof typeof problemCatalogue;

/** Codes of `errors`; `never` if the problem has none. */
export type FieldCode<Slug extends ProblemSlug = ProblemSlug> = {
  [One in Slug]: (typeof problemCatalogue)[One] extends { codes: infer Codes } ? keyof Codes & string : never;
}[Slug];

export function codesOf(slug: ProblemSlug): FieldCodes {
  const kind: ProblemKind = problemCatalogue[slug];
  return kind.codes ?? {};
}

const everyCode = Object.keys(problemCatalogue).flatMap((slug) => Object.keys(codesOf(slug as ProblemSlug)));

const FieldError = z.object({
  field: z.string().meta({ description: 'Path of the field, parameter or header: `address.city`.' }),
  code: z.string().meta({
    description: 'Stable code of the fault.',
    'x-extensible-enum': [...new Set(everyCode)].sort(),
  }),
  message: z.string().meta({
    description: 'Message for people, in the language of the response.',
    examples: ['Must be at most 100.'],
  }),
  minimum: z
    .number()
    .optional()
    .meta({ description: 'Minimum value; for a string or an array, its minimum length.', examples: [1] }),
  maximum: z
    .number()
    .optional()
    .meta({ description: 'Maximum value; for a string or an array, its maximum length.', examples: [100] }),
  allowed: z
    .array(z.union([z.string(), z.number(), z.boolean()]))
    .optional()
    .meta({ description: 'Allowed values, if they can be listed.', examples: [['sms', 'email']] }),
});

/** RFC 9457, extended by `requestId`, `errors` and, for some conflicts, `current` or `existingId`. */
export const ProblemDetails = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    instance: z.string(),
    requestId: z.string(),
    errors: z.array(FieldError),
    current: z.unknown().optional(),
    existingId: z.uuid().optional(),
  })
  .meta({ id: 'ProblemDetails' });
export type ProblemDetails = z.output<typeof ProblemDetails>;
