import { z } from 'zod';

type ProblemKind = { status: number; title: string; when: string };

/** Every problem the platform can answer with. The slug ends the `type` URI; nothing outside this list is ever sent. */
export const problemCatalogue = {
  'invalid-request': {
    status: 400,
    title: 'The request is not valid',
    when: 'A field, parameter or header is missing, unknown or ill-formed. `errors` names each; correct those and send it again.',
  },
  'invalid-transition': {
    status: 400,
    title: 'That transition is not possible',
    when: 'The thing is in a state that does not allow the transition asked for.',
  },
  'confirmation-scope': {
    status: 400,
    title: 'The upload does not belong here',
    when: 'Session, intent, case, requirement and service version do not agree. `errors` names the condition that failed.',
  },
  unauthenticated: {
    status: 401,
    title: 'Sign in first',
    when: 'The session is missing, unknown, expired or revoked.',
  },
  'code-refused': {
    status: 401,
    title: 'The code was not accepted',
    when: 'The one-time code is wrong, used, expired or was tried too often. Ask for a new one.',
  },
  'step-up-required': {
    status: 401,
    title: 'Prove again that it is you',
    when: 'A privileged operation needs a sign-in younger than five minutes.',
  },
  forbidden: {
    status: 403,
    title: 'Not permitted',
    when: 'Your roles do not carry the permission that this operation needs.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    when: 'There is no such thing, or it is not yours to see: the answer is the same.',
  },
  'no-active-workspace': { status: 404, title: 'No active workspace', when: 'You represent no provider at present.' },
  'ambiguous-assignment': {
    status: 409,
    title: 'You represent several providers',
    when: 'The workspace routes take the provider from your one active assignment, and you have more than one.',
  },
  'state-conflict': {
    status: 409,
    title: 'Not possible in the present state',
    when: 'Something else has happened in between, or the thing has ended. Read it again.',
  },
  'edit-conflict': {
    status: 409,
    title: 'Somebody changed it meanwhile',
    when: '`If-Match` names an older revision. `current` holds the present one; its ETag is in the header.',
  },
  'upload-state': {
    status: 409,
    title: 'The upload is not ready',
    when: 'The session is closed, expired, incomplete, or the bytes are not what was declared.',
  },
  'intent-contract': {
    status: 409,
    title: 'That key names another upload',
    when: 'The same `clientIntentKey` was used with a different case or document contract.',
  },
  'idempotency-conflict': {
    status: 409,
    title: 'That idempotency key is taken',
    when: 'The same `Idempotency-Key` was used with another request, or the first one is still running.',
  },
  'separation-of-duties': {
    status: 409,
    title: 'Somebody else has to do this',
    when: 'You took part in an earlier step, or you represent the provider concerned.',
  },
  'publication-gate-closed': {
    status: 409,
    title: 'Publication is closed',
    when: 'The platform-wide publication gate has not been opened by an approved override.',
  },
  'provider-not-ready': {
    status: 409,
    title: 'The provider is not ready',
    when: 'Something that has to come first is missing. `errors` names it.',
  },
  'payload-too-large': { status: 413, title: 'Too large', when: 'The body is over the limit of this route.' },
  'unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    when: 'The route takes `application/json`, uncompressed, unless it says otherwise.',
  },
  'rate-limited': { status: 429, title: 'Too many requests', when: 'Wait as long as `Retry-After` says.' },
  internal: { status: 500, title: 'Something went wrong on our side', when: 'A defect. Quote the request id.' },
  unavailable: {
    status: 503,
    title: 'Not available at the moment',
    when: 'A part of the platform is away. Try again after `Retry-After`.',
  },
} as const satisfies Record<string, ProblemKind>;

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
