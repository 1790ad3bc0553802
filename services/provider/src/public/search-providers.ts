import { Page } from '@trust/contracts/page';
import { pageOf } from '@trust/service-kit/http/cursor';
import { reply } from '@trust/service-kit/http/reply';
import { z } from 'zod';
import { route } from '../app.ts';
import { byLanguage } from '../catalog/limitations.ts';
import { claimSummary, isCurrent, type ViewOptions } from './claim-card.ts';
import { type ClaimRow, listActiveClaims } from './queries.ts';
import { PublicListing, SearchQuery } from './schema.ts';
import { type ListingRow, searchListings } from './search-listings.ts';

const Position = z.tuple([z.number(), z.uuid()]);

export const searchProviders = route(
  {
    method: 'get',
    path: '/public/providers/search',
    summary: 'Search for providers',
    description:
      'Finds providers with current claims near a place, or whose service area covers it. Nearest first, measured from public premises or from the centre of the service area.',
    access: 'public',
    limit: 'public-search',
    cache: 'public',
    query: SearchQuery,
    responds: { status: 200, body: Page(PublicListing).meta({ id: 'PublicListingPage' }) },
  },
  async ({ query, request }, { db, cursors, now }) => {
    const at = now();
    const { category, latitude, longitude, radiusKm, operatingModel, claim: claims, limit } = query;
    const after = query.cursor === undefined ? undefined : Position.parse(cursors.open(request.binding, query.cursor));
    const search = { category, latitude, longitude, radius: radiusKm * 1000, operatingModel, claims, at, after };
    const rows = await searchListings(db, { ...search, limit: limit + 1 });
    const activeClaims = await listActiveClaims(
      db,
      rows.map(({ provider_id }) => provider_id),
      at,
    );
    const current = activeClaims.filter((one) => one.category_key === category && isCurrent(one, at));
    const view = { at, language: request.language };
    const byProvider = Map.groupBy(current, ({ provider_id }) => provider_id);
    const page = pageOf(rows, {
      limit,
      cursors,
      binding: request.binding,
      positionOf: ({ distance, provider_id }) => [distance, provider_id],
      item: (row) => listingBody(row, byProvider.get(row.provider_id) ?? [], view),
    });
    return reply(page, byLanguage);
  },
);

function listingBody(row: ListingRow, claims: ClaimRow[], view: ViewOptions) {
  return {
    publicProviderId: row.public_provider_id,
    displayName: row.display_name,
    kind: row.kind,
    operatingModel: row.operating_model,
    serviceArea: row.service_area,
    claims: claims.map((claim) => claimSummary(claim, view)),
  };
}
