import { invalid, notFound } from '@trust/service-kit/http/problem';
import { RawReply, reply } from '@trust/service-kit/http/reply';
import { z } from 'zod';
import { type Db, route } from '../app.ts';
import { byLanguage } from '../catalog/limitations.ts';
import { claimCard, isCurrent, notVerified, type ViewOptions } from './claim-card.ts';
import { type ClaimRow, findPublicProvider, listActiveClaims, listClaimsAsOf, listOfferedServices } from './queries.ts';
import { ClaimCards, PublicProviderId, SignedClaimsPayload } from './schema.ts';

const maxSignedDays = 7;

export const listPublicClaims = route(
  {
    method: 'get',
    path: '/public/providers/{publicProviderId}/claims',
    summary: 'List claim cards',
    description:
      'With `Accept: application/jwt` the cards are a compact JWS that you can verify offline with `/.well-known/jwks.json`. It is valid for at most 7 days and never beyond the end of a claim in it. With `asOf` the cards are those at the end of that day.',
    access: 'public',
    cache: 'public',
    alwaysOpen: true,
    params: PublicProviderId,
    query: z.strictObject({ asOf: z.iso.date().optional() }),
    responds: { status: 200, body: ClaimCards, media: ['application/jwt'], payload: SignedClaimsPayload },
    problems: ['not-found'],
  },
  async ({ params, query, request }, { db, now, signer }) => {
    const requestedAt = now();
    const signed = request.accepts('application/json', 'application/jwt') === 'application/jwt';
    if (signed && query.asOf) throw invalid('asOf', 'not_signed');
    const at = query.asOf === undefined ? requestedAt : endOfDay(query.asOf, requestedAt);
    const provider = await findPublicProvider(db, params.publicProviderId);
    if (!provider) throw notFound();

    const claims = await (query.asOf === undefined
      ? listActiveClaims(db, [provider.id])
      : listClaimsAsOf(db, provider.id, at));
    // Signed cards are passed on to readers of any language: always English (ADR 0023).
    const language = signed ? 'en' : request.language;
    const cards = {
      publicProviderId: provider.public_provider_id,
      asOf: at.toISOString().slice(0, 10),
      items: await cardsOf(db, provider.id, claims, { at, language }),
      nextCursor: null,
    };
    if (!signed) return reply(cards, byLanguage);
    const current = claims.filter((claim) => isCurrent(claim, at));
    const validity = { from: at, until: signedUntil(current, at) };
    const { items } = ClaimCards.parse(cards);
    const jws = await signer.sign(cards.publicProviderId, { claims: items }, validity);
    return new RawReply(jws, 'application/jwt', { Vary: 'Accept, Accept-Language' });
  },
);

function endOfDay(day: string, now: Date): Date {
  if (day > now.toISOString().slice(0, 10)) throw invalid('asOf', 'must_not_be_future');
  const end = new Date(`${day}T23:59:59.999Z`);
  return end < now ? end : now;
}

async function cardsOf(db: Db, providerId: string, claims: ClaimRow[], view: ViewOptions) {
  const services = await listOfferedServices(db, providerId, view.at);
  return services.flatMap((service) => {
    const unverified = notVerified(service, claims, view.at);
    const own = claims.filter((claim) => claim.category_key === service.category_key);
    return own.map((claim) => claimCard(claim, unverified, view));
  });
}

function signedUntil(current: ClaimRow[], from: Date): Date {
  const ends = current.map(({ valid_until }) => valid_until.getTime());
  return new Date(Math.min(from.getTime() + maxSignedDays * 86_400_000, ...ends));
}
