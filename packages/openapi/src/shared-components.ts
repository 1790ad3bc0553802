import { limits } from '@trust/contracts/limits';
import { operatorPermissions, Permission, representativePermissions } from '@trust/contracts/permissions';
import type { ProblemKind } from '@trust/contracts/problems/kind';
import { codesOf, type FieldCode, type ProblemSlug, problemCatalogue } from '@trust/contracts/problems/problem';
import { sessionCookie } from '@trust/contracts/session-cookie';
import { joinTexts } from '@trust/contracts/values/text';
import { meaningsOf } from '@trust/contracts/values/value-list';
import { Problem, problemBody } from '@trust/service-kit/problems/problem';

const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example });

export const sharedHeaders = {
  'X-Request-Id': {
    description: 'Identifier of the request, also in logs and events. Quote it when you contact support.',
    schema: { type: 'string', format: 'uuid' },
    example: '7d0f6b6e-6a5b-4f0e-8d0c-3f1d2a9c5b47',
  },
  ETag: text('Version of the representation: for `If-None-Match` on reads and `If-Match` on writes.', '"r3"'),
  'Idempotency-Replayed': text(
    '`true` for the stored response of an earlier request with this `Idempotency-Key`.',
    'true',
  ),
  'Retry-After': { description: 'Seconds to wait before a retry.', schema: { type: 'integer' }, example: 12 },
  Location: text(
    'Path of the created resource, or of the resource that contains it.',
    '/api/v1/providers/019a4907-6d18-7e52-a2b4-0f3c9be81d77',
  ),
  Link: text(
    'Path of the next page with `rel="next"` (RFC 8288), for a list whose body is not `{items, nextCursor}`. Absent on the last page.',
    '</api/v1/public/providers/k7Rq2mXw9TzB4nVd/claims?cursor=v1.8Jr2xQ0m.Zt5cYb1nWq>; rel="next"',
  ),
  RateLimit: text(
    'For each limit that the request counts towards: `r` requests remain, and another is available in `t` seconds (IETF draft). Absent from replayed responses.',
    '"profile-mutation";r=29;t=2',
  ),
  'RateLimit-Policy': text(
    'For each limit that the request counts towards: quota `q` per window of `w` seconds; without `w`, at a time.',
    '"profile-mutation";q=30;w=60',
  ),
  Deprecation: text('Since when the operation is deprecated, in seconds since 1970 (RFC 9745).', '@1796083200'),
  Sunset: text('Until when a deprecated operation works as before (RFC 8594).', 'Wed, 01 Dec 2027 23:59:59 GMT'),
  'WWW-Authenticate': text('The required authentication (RFC 6750, RFC 9470).', 'Bearer'),
} as const;
export type SharedHeader = keyof typeof sharedHeaders;

export const securitySchemes = {
  cookieSession: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description:
      'Session cookie for browser portals, set by a sign-in with `"transport": "cookie"`. HttpOnly. Writes require an allowed `Origin`; ' +
      '`POST /auth/refresh` takes no body. The cookie is ignored if the request has an `Authorization` header.',
  },
  bearerSession: {
    type: 'http',
    scheme: 'bearer',
    description:
      'Opaque access token from `POST /auth/challenges/{challengeId}/verify`. It expires after 10 minutes; ' +
      '`POST /auth/refresh` returns the next. Permissions are resolved on the server for every request.',
  },
};

export function selectHeaders(names: ReadonlySet<string>) {
  return Object.fromEntries(Object.entries(sharedHeaders).filter(([name]) => names.has(name)));
}

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

export function selectLimits(names: ReadonlySet<string>) {
  return Object.fromEntries(Object.entries(limits).filter(([name]) => names.has(name)));
}

export function selectPermissions(names: ReadonlySet<string>) {
  const roles = Object.entries({ ...representativePermissions, ...operatorPermissions });
  const meanings = meaningsOf(Permission);
  const heldBy = (permission: Permission) =>
    roles.filter(([, held]) => held.includes(permission)).map(([role]) => role);
  return Object.fromEntries(
    Permission.options
      .filter((permission) => names.has(permission))
      .map((permission) => [permission, { meaning: meanings[permission].means, heldBy: heldBy(permission) }]),
  );
}
