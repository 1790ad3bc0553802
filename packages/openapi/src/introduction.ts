/** `info.description` of the contract, in Markdown. */
export const introduction = `An API that verifies tradespeople, carers and other providers. A **provider** uploads evidence. **Operators** review and recommend; others
decide. The public sees **claim cards**: what was checked, how, when, until when, and with which limitations. There is no "verified" badge: no route sets one, and
no payment buys a claim.

## Getting started

Sign in with a one-time code. In development no message leaves the machine; read the code in the mailbox.

\`\`\`sh
BASE_URL=http://127.0.0.1:8080
# Generate a device id once and keep it
DEVICE_ID=0f8fad5b-d9cb-469f-a165-70867728950e
curl "$BASE_URL/api/v1/auth/challenges" -H 'Content-Type: application/json' \\
  -H "X-Device-Id: $DEVICE_ID" -d '{"channel": "email", "identifier": "claire@example.test"}'

# Read the code: newest message first, shortly after the first response
curl "$BASE_URL/dev/mailbox?to=claire@example.test"

# Verify with the challengeId of the first response and the code of the second
curl "$BASE_URL/api/v1/auth/challenges/$CHALLENGE_ID/verify" -H 'Content-Type: application/json' \\
  -H "X-Device-Id: $DEVICE_ID" -d '{"code": "041873", "sessionLabel": "My first session"}'

# Make your first request with the accessToken of that response
ACCESS_TOKEN=…
curl "$BASE_URL/api/v1/catalog/categories" -H "Authorization: Bearer $ACCESS_TOKEN"
\`\`\`

For TypeScript there is the client \`@trust/client\`: \`npm install $BASE_URL/docs/trust-client.tgz\`. For other languages, generate one from \`$BASE_URL/api/v1/openapi.json\`. Paths in the contract are complete, including \`/api/v1\`. [bruno.zip](/docs/bruno.zip) has every request for [Bruno](https://www.usebruno.com).

## Verify a provider

1. [Register a provider](#createProvider). At every step, \`readiness.tasks\` of [the workspace](#getWorkspace) lists what to do next.
2. [Read the policies](#listConsents) and [agree](#putConsent) to those with \`requiredForUploads\`.
3. [Complete the profile](#patchProfile), [select a service](#putService) and [set the location](#putLocation). A verification case then opens automatically.
4. [Read the case](#listVerificationCases) for its requirements. For each one: [create an upload intent](#createUploadIntent), \`PUT\` each part to its URL with
   the given headers, and [confirm](#confirmUploadIntent). After a lost connection, [get the intent](#getUploadIntent) and send the parts with \`received: false\`. (\`/providers/{providerId}/evidence\` does the same for clients that do not store intents.)
5. The documents are scanned and the case goes to review. [The timeline](#listVerificationTimeline) shows the progress. Once claims are granted,
   [publish the provider](#transitionProvider). This requires an open publication gate.

## Review and decide a case

Development mode has operators: \`reviewer@example.test\`, \`decider@example.test\` and others sign in the same way.

1. A reviewer reads [the work queue](#listTriageItems), [claims the review](#assignVerificationCase) and [reads the case](#getVerificationCase). Before
   that claim, checks and review grants return 404.
2. For each requirement whose \`state\` is \`available\`: [create a review grant](#createReviewGrant), read all of its \`url\` with the same session,
   [record a check](#createCheck) of that version. \`evidence.readBy\` of the case shows that the read counts, a moment later.
3. The reviewer [recommends an outcome](#createRecommendation) with the \`ETag\` of the case in \`If-Match\`. Another operator claims the duty \`decide\`, reads the
   documents and [decides](#createDecision), likewise with \`If-Match\`: the decision grants or refuses each claim by its type.
4. The publication gate of the platform opens when [one operator requests it](#createOverride) and [two others approve](#createOverrideApproval).

To verify signed cards offline, [get them](#getSignedClaims) and check them with [the signing keys](#getJwks).

## Authentication

Send the access token in \`Authorization: Bearer\`. It expires after 10 minutes. [Refresh](#refreshSession) returns the next pair of tokens. A refresh token works
once: using it again revokes the session.

The specification requires a session for every route. By default this platform deviates from it: public reads (search, profiles, claim cards and their
verification) need none. A deployment with \`PUBLIC_READS=session\` requires one for them too; only sign-in, the signing keys and the trust policy stay open.

Some operations (\`x-step-up\`) require a sign-in within the last five minutes. Otherwise they return 401 \`step-up-required\` with
\`WWW-Authenticate: Bearer error="insufficient_user_authentication", max_age=300\` (RFC 9470). [Step up](#createStepUp) with a new code or a passkey and repeat the request: the session goes on. \`x-step-up-for\` says of whom or of which requests.
With \`x-step-up-held\` the step-up that opened the review of a case counts for so many seconds in its session.

Things that somebody acts on have \`actions\`: what you may do to it now, and why not. \`x-actions\` names the thing and its entries for an operation.

Send \`X-Device-Id\` with every sign-in: a random id that your app generates once and stores. After the first sign-in the device is known, and requests by others for
the same phone number or email address do not use up its limits.

A browser portal needs no tokens. With \`"transport": "cookie"\` the sign-in sets the HttpOnly cookie \`__Host-session\`. Send requests with
\`credentials: 'include'\`. After a 401, [refresh](#refreshSession) once without a body and repeat the request. Writes are accepted from allowed origins only.

## Authorization

Permissions are resolved on the server for every request. A missing permission returns 403. A resource that does not exist and a resource of another provider both
return 404.

A provider id from a client never grants access. Routes below \`/provider-workspace/me\` use the provider of your active assignment. If you represent several
providers, [select one](#putAccountWorkspace) first; the selection belongs to the session.

## Requests and responses

Bodies are JSON in UTF-8 with camelCase names, at most 100 KiB unless the route specifies another limit. Unknown fields, unknown query parameters and invalid UTF-8
are rejected. Timestamps (\`…At\`) are RFC 3339 in UTC; dates (\`…On\`) are RFC 3339 full dates. Positions are WGS 84; GeoJSON has the longitude first.

A response has one shape. Some operations have their content in another form too, such as CSV: \`x-accept\` lists the media types that \`Accept\` selects instead of JSON.

\`Accept-Language\` selects English or French for texts. Codes are never translated. Every response has \`X-Request-Id\`: the value that you sent if it is a UUID, or a
new one.

## Pagination

Every list returns \`{items, nextCursor}\`. Request the next page with \`?cursor=\` until \`nextCursor\` is null. \`?limit=\` is 25 by default and at most 100. A cursor is
opaque and valid only for the same route, filters and caller.

## Idempotency

Every authenticated POST accepts an \`Idempotency-Key\`; some require it. Repeating the same request with the same key within 24 hours returns the stored response with
\`Idempotency-Replayed: true\`: nothing is done twice, and no rate limit is used. Of enquiries, disputes and reviews, which have words of others, it returns the
resource as it is then. The same key with a different request returns 409. After a broken connection, send the request again unchanged. Only responses to
requests that changed something are stored. After an error, use the same key for the same or a corrected request. PUT and DELETE are always idempotent.

## Concurrency and caching

Editable resources have an \`ETag\`. Send it in \`If-Match\`; if the resource has changed, the response is 409 with the current representation in \`current\`.
Public reads and catalogues also have an \`ETag\`: with \`If-None-Match\`, the response is 304 if nothing changed. All other responses are \`no-store\`.

## Errors

Every error is \`application/problem+json\` (RFC 9457). \`type\` links to a page that explains what happened and what to do. \`errors\` lists fields, each with a stable
code, a message and, where known, bounds (\`minimum\`, \`maximum\`, \`allowed\`). Quote \`requestId\` when you contact support. There are no types beyond
[this list](/problems). As JSON, each has its \`remedy\`; \`mend\` is the deprecated name of that field. Responses with 429 and 503 have \`Retry-After\`.

## Rate limits

Limits count requests per person, provider or IP address, across all servers. Beyond a limit the response is 429 with \`Retry-After\`, \`RateLimit\` and
\`RateLimit-Policy\`. Each operation names its limits with their defaults; a deployment can set others.

## Versioning

All routes are under \`/api/v1\`. Within a version we only add: routes, optional fields, and values of open lists. Ignore unknown fields and expect unknown values.
Breaking changes go to \`/api/v2\`, and \`/api/v1\` then works for 12 months more at least. Each change is checked against the released contract before it is merged. A version that ends in \`-unreleased\` may still change.

What a better operation replaces is \`deprecated\` in the contract and the changelog, and works for 12 months more at least. Its responses have \`Deprecation\`
(RFC 9745), since when, and \`Sunset\` (RFC 8594), until when. Log responses with these headers, and you never miss one.
`;
