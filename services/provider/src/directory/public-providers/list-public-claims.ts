import { PageQuery } from '@trust/contracts/page';
import { invalid, notFound } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { route } from '../../app.ts';
import { nameOfDay } from '../../registration/display-names/name-of-day.ts';
import { cardPage } from './card-page.ts';
import { statusNow } from './claim-card.ts';
import { findPublicProvider } from './find-public-provider.ts';
import { ClaimCards, PublicProviderParams } from './schema.ts';
import { maxSigned, signedCards } from './signed-cards.ts';

const signedPage = {
  en: `A signed page has at most ${maxSigned} cards. Send a smaller \`limit\`.`,
  fr: `Une page signée compte au plus ${maxSigned} fiches. Envoyez une valeur \`limit\` plus petite.`,
};

export const listPublicClaims = route(
  {
    method: 'get',
    path: '/public/providers/{publicProviderId}/claims',
    summary: 'List claim cards',
    description:
      'With `asOf` the cards are those at the end of that day, with what became of each claim since (`statusNow`): show it before the statement. Claims that were revoked since because the evidence was not authentic, or because they were granted in error, are left out. `Accept: application/jwt` gets what `getSignedClaims` returns.',
    access: 'public',
    cache: 'public',
    params: PublicProviderParams,
    query: PageQuery.extend({
      asOf: z.iso
        .date()
        .optional()
        .meta({
          description:
            'Day of the cards (UTC): the cards at its end, or today’s by default. Not in the future, and not with `application/jwt`.',
          examples: ['2026-11-03'],
        }),
    }),
    responds: { status: 200, body: ClaimCards, media: ['application/jwt'], linksNext: true },
    problems: ['not-found'],
  },
  async ({ params, query, request }, app) => {
    const { db, now } = app;
    const requestedAt = now();
    const { asOf, limit, cursor } = query;
    const signed = request.accepts('application/json', 'application/jwt') === 'application/jwt';
    if (signed && asOf) throw invalid('asOf', 'not_signed');
    if (signed && limit > maxSigned) throw invalid('limit', 'too_big', signedPage);
    const at = asOf === undefined ? requestedAt : endOfDay(asOf, requestedAt);
    const provider = await findPublicProvider(db, params.publicProviderId, requestedAt);
    if (!provider) throw notFound();
    if (signed) return signedCards(app, provider, query, request);

    const isPast = asOf !== undefined;
    const day = { providerId: provider.id, at, now: requestedAt, isPast, onlyCurrent: false };
    const { rows, page } = await cardPage(app, day, { limit, cursor, binding: request.binding });
    const items = page.items.map((card, index) => (isPast ? { ...card, ...statusNow(rows[index]) } : card));
    const publicProviderId = provider.public_provider_id;
    const displayName = isPast ? await nameOfDay(db, app, provider, at) : provider.public_name;
    return { publicProviderId, displayName, asOf: at.toISOString().slice(0, 10), ...page, items };
  },
);

function endOfDay(day: string, now: Date): Date {
  if (day > now.toISOString().slice(0, 10)) throw invalid('asOf', 'must_not_be_future');
  const end = new Date(`${day}T23:59:59.999Z`);
  return end < now ? end : now;
}
