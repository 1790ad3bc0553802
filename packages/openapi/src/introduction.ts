/** `info.description` of the contract, in Markdown: how to begin, and the conventions that all routes share. */
export const introduction = `The backend on which tradespeople, carers and other providers get verified, and customers see what that means. A **provider** uploads
evidence; **operators** review, recommend and decide, never the same person twice; the public sees **claim cards** that say what was checked, how, when, until when
and with which limitations. There is no "verified" badge: no route sets one, and no payment buys a claim.

## How to begin

Sign in with a one-time code. In development no message leaves the machine: the mailbox shows it.

\`\`\`sh
BASE_URL=http://127.0.0.1:8080
# Made once, and kept
DEVICE_ID=0f8fad5b-d9cb-469f-a165-70867728950e
curl "$BASE_URL/api/v1/auth/challenges" -H 'Content-Type: application/json' \\
  -H "X-Device-Id: $DEVICE_ID" -d '{"channel": "email", "identifier": "claire@example.test"}'

# The code that would have been sent, newest message first. It arrives a moment after the first answer.
curl "$BASE_URL/dev/mailbox?to=claire@example.test"

# With the challengeId of the first answer and the code of the second
curl "$BASE_URL/api/v1/auth/challenges/$CHALLENGE_ID/verify" -H 'Content-Type: application/json' \\
  -H "X-Device-Id: $DEVICE_ID" -d '{"code": "041873", "sessionLabel": "My first session"}'

# With the accessToken of that: the first call of your own
ACCESS_TOKEN=…
curl "$BASE_URL/api/v1/catalog/categories" -H "Authorization: Bearer $ACCESS_TOKEN"
\`\`\`

A typed client: \`npx openapi-typescript $BASE_URL/api/v1/openapi.json -o api.d.ts\`. Paths in the contract are whole, \`/api/v1\` included.

## From registration to claims

1. [Register a provider](#createProvider). [The workspace](#getWorkspace) lists in \`readiness.tasks\` what to do next, at every step.
2. [Read the policies](#listConsents) and [agree](#putConsent) to those with \`requiredForUploads\`.
3. [Complete the profile](#patchProfile), [choose a service](#putService) and [say where you work](#putLocation). A verification case then opens by itself.
4. [Read the case](#listVerificationCases) for its requirements. For each: [create an upload intent](#createUploadIntent), \`PUT\` the bytes of each part to its
   URL with the headers given there, and [confirm](#confirmUploadIntent). (\`/providers/{providerId}/evidence\` does the same for clients that keep no intents.)
5. The documents are scanned, the case goes to review, and [the timeline](#listVerificationTimeline) says what happens. Once claims are granted,
   [publish](#transitionProvider). That needs an open publication gate.

## From review to decision

In development the operators are there already: \`reviewer@example.test\`, \`decider@example.test\` and others sign in the same way.

1. A reviewer reads [the queue](#listTriageItems), [claims the review](#assignVerificationCase) and [reads the case](#getVerificationCase). Before the claim, the
   routes of the review answer 404.
2. For each requirement, once its \`state\` is \`available\`: [get a grant](#createReviewGrant), read its \`url\` with the same session, [record a check](#createCheck).
3. The reviewer [recommends an outcome](#createRecommendation). Somebody else [decides](#createDecision); the decision grants or refuses each claim by its type.
4. The publication gate, for the whole platform, opens when [one operator asks](#createOverride) and [two others approve](#createOverrideApproval).

Signed cards: [get them](#listPublicClaims) with \`Accept: application/jwt\`, and verify them with [the keys](#getJwks).

## Sessions and permissions

Send \`Authorization: Bearer\` with an access token. It lives 10 minutes; [refresh](#refreshSession) gives the next pair, and the old refresh token is used up: using it
again revokes the session. What somebody may do is resolved on the server at each request. A missing permission is 403; a thing that is not there and a thing that is not
yours are the same 404. Some operations (\`x-step-up\`) need a sign-in younger than five minutes: else 401 \`step-up-required\` with
\`WWW-Authenticate: Bearer error="insufficient_user_authentication", max_age=300\`. Sign in again, with a new code, and repeat the request in the new session.

Send \`X-Device-Id\` with sign-ins: a random id that your app makes once and keeps. After the first sign-in the device is known, and
requests that strangers make for the same number or address do not use up its limits.

A browser portal need not hold tokens: with \`"transport": "cookie"\` the sign-in sets \`__Host-session\`, which no script can read. Send \`credentials: 'include'\`; on a
401 [refresh](#refreshSession) without a body, once, and repeat. Writes are taken from the portal's own pages only.

A provider id from a client never gives access. Routes below \`/provider-workspace/me\` take the provider of your active assignment. With several,
[choose one](#putAccountWorkspace) first: the choice stays with the session.

## Requests

JSON in camelCase, UTF-8, 100 KiB at most unless a route says otherwise. Unknown fields and unknown query parameters are refused, and so is a body or a query that is not valid UTF-8. Instants (\`…At\`) are RFC 3339 in UTC, days (\`…On\`) are dates,
places are WGS 84, GeoJSON with the longitude first. \`Accept-Language\` chooses between English and French for texts; codes are never translated.
\`X-Request-Id\` is taken if it is a UUID, made if not, and is on every answer.

## Pages

Lists answer \`{items, nextCursor}\`. Ask for the next page with \`?cursor=\` until \`nextCursor\` is null; \`?limit=\` is 25 unless you say, 100 at most.
A cursor is opaque, and good for the same route, filters and caller only.

## Repeating a request

Every POST of a session takes \`Idempotency-Key\`; some need it. The same request with the same key within 24 hours gets the stored answer, with
\`Idempotency-Replayed: true\`: nothing is done twice, and no rate limit is used up. The same key with another request is 409. After a broken connection, send the
request again, unchanged. Only an answer to a request that changed something is stored. After a refusal, use the same key again, with the same request or a corrected one.
PUT and DELETE may always be repeated.

## Editing, and reading again

What can be edited answers with an \`ETag\`. Send it back in \`If-Match\`; if somebody was quicker, the answer is 409 with what is there now in \`current\`.
Public reads and catalogues carry an \`ETag\` too: with \`If-None-Match\` the answer is 304 if nothing changed. Everything else is \`no-store\`.

## Errors

Every error is \`application/problem+json\` (RFC 9457). \`type\` is a page that says what happened and what to do, \`errors\` names fields, each with a code
for machines, a message for people, and bounds (\`minimum\`, \`maximum\`, \`allowed\`) where the field has them. \`requestId\` is what to quote. The list of slugs is closed: [all problems](/problems). 429 and 503 carry \`Retry-After\`.

## Limits

Limits count per person, provider or address, whichever server answers. When one is reached: 429 with \`Retry-After\`, \`RateLimit\` and \`RateLimit-Policy\`.
The numbers below are the usual ones; a deployment may set others.

## Versions

Everything is under \`/api/v1\` and only ever added to: new routes, new optional fields, new values of lists marked as open. So ignore fields that you do not know, and
expect values that you do not know. What would break a client becomes \`/api/v2\`. Each change is compared with the released contract before it can be merged.
`;
