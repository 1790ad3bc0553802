import { permissionMeanings } from '@trust/contracts/description/permission-meanings';
import { limits } from '@trust/contracts/limits';
import {
  operatorPermissions,
  type Permission,
  permissions,
  representativePermissions,
} from '@trust/contracts/permissions';
import { codesOf, type FieldCode, type ProblemSlug, problemCatalogue } from '@trust/contracts/problem';
import type { ProblemKind } from '@trust/contracts/problems/kind';
import { sessionCookie } from '@trust/contracts/session-cookie';
import { joinTexts } from '@trust/contracts/text';
import { Problem, problemBody } from '@trust/service-kit/http/problem';

const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example });

/** The headers that answers share. */
export const sharedHeaders = {
  'X-Request-Id': {
    description: 'Of this request, in every log line and event that follows from it. Quote it when you ask for help.',
    schema: { type: 'string', format: 'uuid' },
    example: '7d0f6b6e-6a5b-4f0e-8d0c-3f1d2a9c5b47',
  },
  ETag: text('What was answered: for `If-None-Match` on reads, for `If-Match` on writes.', '"r3"'),
  'Idempotency-Replayed': text(
    '`true`: the answer of an earlier request with this `Idempotency-Key`. Nothing was done again.',
    'true',
  ),
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' }, example: 12 },
  Location: text(
    'Path of what was created, or of what contains it.',
    '/api/v1/providers/019a4907-6d18-7e52-a2b4-0f3c9be81d77',
  ),
  RateLimit: text(
    'Of each limit that the request counted towards: what remains, and seconds until more (IETF draft). Absent on a replayed answer.',
    '"profile-mutation";r=29;t=2',
  ),
  'RateLimit-Policy': text(
    'Each limit that the request counted towards: how many at once, and the seconds over which they come back.',
    '"profile-mutation";q=30;w=60',
  ),
  'WWW-Authenticate': text('What kind of sign-in is missing (RFC 6750, RFC 9470).', 'Bearer'),
} as const;
export type SharedHeader = keyof typeof sharedHeaders;

export const securitySchemes = {
  cookieSession: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description:
      'The same session for a portal: a sign-in with `"transport": "cookie"` sets it, and no script can read it. Writes need an `Origin` ' +
      'that the platform knows; `POST /auth/refresh` takes no body then. With an `Authorization` header the cookie does not count.',
  },
  bearerSession: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The access token of a session, from `POST /auth/challenges/{challengeId}/verify`. It is opaque and lives 10 minutes; ' +
      '`POST /auth/refresh` gives the next. What its owner may do is resolved on the server at every request.',
  },
};

/** One example for each of these problems. */
export function selectProblemExamples(slugs: ReadonlySet<string>) {
  return Object.fromEntries(Object.entries(problemExamples).filter(([slug]) => slugs.has(slug)));
}

const problemExamples = Object.fromEntries(
  (Object.keys(problemCatalogue) as ProblemSlug[]).map((slug) => {
    const { title, when, remedy, field }: ProblemKind = problemCatalogue[slug];
    const [code] = Object.keys(codesOf(slug)) as FieldCode[];
    const errors = field !== undefined && code ? [{ field, code }] : [];
    const value = problemBody(new Problem(slug, joinTexts(when, remedy), { errors }), {
      baseUrl: 'https://api.example.com',
      path: '/api/v1/provider-workspace/me/profile',
      requestId: sharedHeaders['X-Request-Id'].example,
      language: 'en',
    });
    return [slug, { summary: title.en, value }];
  }),
);

/** The named limits with their numbers; a deployment may set others. */
export function selectLimits(names: ReadonlySet<string>) {
  return Object.fromEntries(Object.entries(limits).filter(([name]) => names.has(name)));
}

/** What each permission lets one do, and who holds it: roles of representatives and of operators. */
export function selectPermissions(names: ReadonlySet<string>) {
  const roles = Object.entries({ ...representativePermissions, ...operatorPermissions });
  const heldBy = (permission: Permission) =>
    roles.filter(([, held]) => held.includes(permission)).map(([role]) => role);
  return Object.fromEntries(
    permissions
      .filter((permission) => names.has(permission))
      .map((permission) => [permission, { meaning: permissionMeanings[permission], heldBy: heldBy(permission) }]),
  );
}
