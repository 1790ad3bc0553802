import { pageLimit } from '@trust/contracts/page';
import { pageOf } from '@trust/service-kit/http/cursor';
import { RawReply, reply } from '@trust/service-kit/http/reply';
import { invalid, notFound } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { route } from '../../app.ts';
import { byLanguage } from '../../catalog/limitations.ts';
import { nameOfDay } from '../../registration/display-names/name-of-day.ts';
import { maxTokenDays } from '../signing-keys/key-state.ts';
import { claimCard } from './claim-card.ts';
import { findPublicProvider } from './find-public-provider.ts';
import { type CardRow, listCards, listOfferedServices } from './queries.ts';
import { ClaimCards, PublicProviderParams, SignedClaimsPayload } from './schema.ts';

/** So that a token is small enough to be sent to `POST /public/claims/verify`. */
const maxSigned = 25;
const signedPage = {
  en: `A signed page has at most ${maxSigned} cards. Send a smaller \`limit\`.`,
  fr: `Une page signée compte au plus ${maxSigned} fiches. Envoyez une valeur \`limit\` plus petite.`,
};
const Position = z.tuple([z.string(), z.string(), z.uuid()]);

export const listPublicClaims = route(
  {
    method: 'get',
    path: '/public/providers/{publicProviderId}/claims',
    summary: 'List claim cards',
    description:
      'With `Accept: application/jwt` the current cards of the page are a compact JWS that you can verify offline with `/.well-known/jwks.json`. It is valid for at most 7 days and never beyond the end of a claim in it; `Link` leads to the next page. With `asOf` the cards are those at the end of that day.',
    access: 'public',
    cache: 'public',
    params: PublicProviderParams,
    query: z.strictObject({
      asOf: z.iso
        .date()
        .optional()
        .meta({
          description:
            'Day of the cards (UTC): the cards at its end, or today’s by default. Not in the future, and not with `application/jwt`.',
          examples: ['2026-11-03'],
        }),
      limit: pageLimit.meta({ description: 'How many items to return: 1 to 100, 25 by default.', examples: [25] }),
      cursor: z
        .string()
        .optional()
        .meta({
          description: '`nextCursor` of the previous page. Opaque; valid only for the same filters and caller.',
          examples: ['v1.8Jr2xQ0m.Zt5cYb1nWq'],
        }),
    }),
    responds: {
      status: 200,
      body: ClaimCards,
      media: [{ type: 'application/jwt', payload: SignedClaimsPayload }],
      linksNext: true,
    },
    problems: ['not-found'],
  },
  async ({ params, query, request }, app) => {
    const { db, now, signer, cursors, names } = app;
    const requestedAt = now();
    const { asOf, limit, cursor } = query;
    const signed = request.accepts('application/json', 'application/jwt') === 'application/jwt';
    if (signed && asOf) throw invalid('asOf', 'not_signed');
    if (signed && limit > maxSigned) throw invalid('limit', 'too_big', signedPage);
    const at = asOf === undefined ? requestedAt : endOfDay(asOf, requestedAt);
    const after = cursor === undefined ? undefined : Position.parse(cursors.open(request.binding, cursor));
    const provider = await findPublicProvider(db, params.publicProviderId, requestedAt);
    if (!provider) throw notFound();

    const isPast = asOf !== undefined;
    const read = {
      providerId: provider.id,
      at,
      now: requestedAt,
      isPast,
      onlyCurrent: signed,
      after,
      limit: limit + 1,
    };
    const rows = await listCards(db, read);
    const services = await listOfferedServices(db, provider.id, at);
    // Signed cards are passed on to readers of any language: always English (docs/domain/claim-card.md 10).
    const language = signed ? 'en' : request.language;
    const page = pageOf(rows, {
      limit,
      cursors,
      binding: request.binding,
      positionOf: (row) => [row.category_key, row.type, row.claim_id],
      item: (row) => claimCard(row, services, { at, language, names }),
    });
    const publicProviderId = provider.public_provider_id;
    const displayName = isPast ? await nameOfDay(db, app, provider, at) : provider.public_name;
    const cards = { publicProviderId, displayName, asOf: at.toISOString().slice(0, 10), ...page };
    if (!signed) return reply(cards, byLanguage);
    const { items } = ClaimCards.parse(cards);
    const validity = { from: at, until: signedUntil(rows.slice(0, limit), at) };
    const jws = await signer.sign(db, publicProviderId, { claims: items }, validity);
    return new RawReply(jws, 'application/jwt', { Vary: 'Accept, Accept-Language', ...nextLink(request.path, page) });
  },
);

function endOfDay(day: string, now: Date): Date {
  if (day > now.toISOString().slice(0, 10)) throw invalid('asOf', 'must_not_be_future');
  const end = new Date(`${day}T23:59:59.999Z`);
  return end < now ? end : now;
}

function signedUntil(current: readonly CardRow[], from: Date): Date {
  const ends = current.map(({ valid_until }) => valid_until.getTime());
  return new Date(Math.min(from.getTime() + maxTokenDays * 86_400_000, ...ends));
}

function nextLink(path: string, { nextCursor }: { nextCursor: string | null }): Record<string, string> {
  if (nextCursor === null) return {};
  const url = new URL(path, 'http://any');
  url.searchParams.set('cursor', nextCursor);
  return { Link: `<${url.pathname}${url.search}>; rel="next"` };
}
