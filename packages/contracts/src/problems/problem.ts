import { z } from 'zod';
import { LostWorkReason } from '../reasons/lost-work.ts';
import { accountProblems } from './account.ts';
import { callerProblems } from './caller.ts';
import { judgementProblems } from './judgement.ts';
import type { FieldCodes, ProblemKind } from './kind.ts';
import { platformProblems } from './platform.ts';
import { readinessProblems } from './readiness.ts';
import { requestProblems } from './request.ts';
import { stateProblems } from './state.ts';
import { uploadProblems } from './upload.ts';

/** By slug, the last segment of the `type` URI. The platform sends no other problems. */
export const problemCatalogue = {
  ...requestProblems,
  ...callerProblems,
  ...stateProblems,
  ...accountProblems,
  ...judgementProblems,
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
  field: z.string().meta({
    description:
      'Path of the field as in the contract, with dots, and the place in a list from 0: `claims.1.validUntil`. A parameter or header has its name, the whole body is `body`. Facts that the request does not name have their key: `requirements.identity`.',
    examples: ['displayName'],
  }),
  code: z
    .string()
    .meta({
      description: 'Stable code of the fault.',
      'x-extensible-enum': [...new Set(everyCode)].sort(),
    })
    .meta({ examples: ['required'] }),
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

export const Taken = z.object({
  holder: z
    .string()
    .nullable()
    .meta({
      description: 'Work name of the operator who has the work now; null if nobody has.',
      examples: ['Reviewer Lark'],
    }),
  reasonCode: LostWorkReason.meta({ description: 'Why you do not have it.', examples: ['assigned'] }),
  takenAt: z.iso.datetime().describe('When you lost it; of a claim of another operator, when they claimed it.'),
  endsAt: z.iso
    .datetime()
    .optional()
    .describe('When the claim of the other operator ends, unless they renew or release it.'),
});
export type Taken = z.output<typeof Taken>;

/** RFC 9457, extended by `requestId`, `errors` and, for some conflicts, `current`, `existingId` or `taken`. */
export const ProblemDetails = z
  .object({
    type: z.string().meta({
      description: 'URI of the problem type, with a page that explains it.',
      examples: ['trade_qualification'],
    }),
    title: z.string().describe('Short name of the problem type, in the language of the response.'),
    status: z.number().int().describe('The HTTP status code.'),
    detail: z.string().describe('What is wrong in this case and what to do, in the language of the response.'),
    instance: z.string().describe('Path of the request.'),
    requestId: z.string().meta({
      description: 'Identifier of the request, as in `X-Request-Id`. Quote it when you contact support.',
      examples: ['7d0f6b6e-6a5b-4f0e-8d0c-3f1d2a9c5b47'],
    }),
    errors: z.array(FieldError).describe('Faults by field; empty if the problem does not concern single fields.'),
    current: z
      .unknown()
      .optional()
      .describe(
        'With an edit conflict, or where the request names what the caller had read: the current representation, to which the change can be applied.',
      ),
    existingId: z
      .uuid()
      .optional()
      .describe('With a conflict about something that exists once and that you created already: its identifier.'),
    taken: Taken.optional().describe('With `taken`, for whoever held or claims the work: who has it, and why.'),
  })
  .meta({ id: 'ProblemDetails' });
export type ProblemDetails = z.output<typeof ProblemDetails>;
