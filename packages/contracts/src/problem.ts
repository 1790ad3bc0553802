import { z } from 'zod';
import { callerProblems } from './problems/caller.ts';
import { platformProblems } from './problems/platform.ts';
import { requestProblems } from './problems/request.ts';
import { stateProblems } from './problems/state.ts';

/** Every problem the platform can answer with. The slug ends the `type` URI; nothing outside this list is ever sent. */
export const problemCatalogue = { ...requestProblems, ...callerProblems, ...stateProblems, ...platformProblems };

export type ProblemSlug = keyof typeof problemCatalogue;

/** RFC 9457, with the platform's `requestId` and `errors`. `current` comes with an edit conflict only. */
export const ProblemDetails = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    instance: z.string(),
    requestId: z.string(),
    errors: z.array(z.object({ field: z.string(), code: z.string() })),
    current: z.unknown().optional(),
  })
  .meta({ id: 'ProblemDetails' });
export type ProblemDetails = z.output<typeof ProblemDetails>;
