import { Page } from '@trust/contracts/page';
import { pageOf } from '@trust/service-kit/http/cursor';
import { invalid } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { type Db, route } from '../../app.ts';
import { claimTypesOf } from '../../catalog/active-versions.ts';
import { positionOf } from '../places/place-id.ts';
import type { ViewOptions } from '../public-providers/claim-card.ts';
import { actionsOf, mediaBody } from '../public-providers/public-body.ts';
import { claimSummary } from './claim-summary.ts';
import { PublicListing, SearchQuery } from './schema.ts';
import { parseArea } from './search-area.ts';
import { type ListingRow, searchListings, type Where } from './search-listings.ts';

const Position = z.tuple([z.union([z.number(), z.iso.datetime()]), z.uuid()]);
type Query = z.output<typeof SearchQuery>;

const onePlace = {
  en: 'Send one of `placeId`, `area`, or `latitude` with `longitude`.',
  fr: 'Envoyez un seul de ces paramètres : `placeId`, `area`, ou `latitude` avec `longitude`.',
};
const unknownCategory = {
  en: 'Unknown category. Send a `key` of `GET /public/categories`.',
  fr: 'Catégorie inconnue. Envoyez une valeur `key` de `GET /public/categories`.',
};
const unknownClaim = {
  en: 'Unknown claim type. Send the `claim.type` of a requirement of the category.',
  fr: 'Type d’attestation inconnu. Envoyez la valeur `claim.type` d’une exigence de la catégorie.',
};
const noCentre = {
  en: 'A radius needs a centre. Send `placeId`, or `latitude` with `longitude`.',
  fr: 'Un rayon demande un centre. Envoyez `placeId`, ou `latitude` avec `longitude`.',
};
const unknownPlace = {
  en: 'Send the `id` of a place from `GET /location/places/suggest`.',
  fr: 'Envoyez la valeur `id` d’un lieu de `GET /location/places/suggest`.',
};

export const searchProviders = route(
  {
    method: 'get',
    path: '/public/providers/search',
    summary: 'Search for providers',
    description:
      'Finds providers with current claims near a place (`placeId` of a suggestion, or coordinates), in an area, or in the whole category. Providers with public premises match within the radius; providers that travel or work remotely match where they serve: the place must be in their service area. With `sort=distance` (default with a place or an area) the nearest come first, measured from premises that a current claim rests on, else from the centre of the service area as it is shown; shops with neither come after all others; with `sort=freshness` those whose claims last longest. Nothing else orders the results. `media` has the profile image that operators approved, if there is one; `actions` says how to send an enquiry, and whether the provider takes one now.',
    access: 'public',
    limit: 'public-search',
    cache: 'public',
    query: SearchQuery,
    responds: { status: 200, body: Page(PublicListing).meta({ id: 'PublicListingPage' }) },
  },
  async ({ query, request }, { db, cursors, now, signer }) => {
    const at = now();
    const { category, claim: claims, operatingModel, freshness, language, q, limit } = query;
    const after = query.cursor === undefined ? undefined : Position.parse(cursors.open(request.binding, query.cursor));
    const where = whereOf(query);
    const sort = sortOf(query, where);
    const filter = { category, where, sort, operatingModel, claims, freshness, language, q };
    const search = { ...filter, availableBy: availableByOf(query), at, after };
    const rows = await searchListings(db, { ...search, limit: limit + 1 });
    if (rows.length === 0) await assertKnown(db, category, claims);
    const view = { at, baseUrl: signer.issuer };
    const page = pageOf(rows, {
      limit,
      cursors,
      binding: request.binding,
      positionOf: ({ position, provider_id }) => [position, provider_id],
      item: (row) => listingBody(row, category, view),
    });
    return page;
  },
);

/** Whatever is unknown finds nothing, so only an empty answer needs the question. */
async function assertKnown(db: Db, category: string, claims: readonly string[]): Promise<void> {
  const known = await claimTypesOf(db, category);
  if (!known) throw invalid('category', 'invalid_value', unknownCategory);
  if (claims.some((claim) => !known.includes(claim))) throw invalid('claim', 'invalid_value', unknownClaim);
}

/** A place is given in one of three ways. */
function whereOf({ latitude, longitude, radiusKm: givenRadius, area, placeId }: Query): Where {
  const hasCoordinates = latitude !== undefined || longitude !== undefined;
  if (givenRadius !== undefined && !hasCoordinates && placeId === undefined)
    throw invalid('radiusKm', 'not_allowed', noCentre);
  const radius = (givenRadius ?? 25) * 1000;
  if (placeId !== undefined && (hasCoordinates || area !== undefined))
    throw invalid('placeId', 'not_allowed', onePlace);
  if (area !== undefined && hasCoordinates) throw invalid('area', 'not_allowed', onePlace);
  if (area !== undefined) return { polygon: parseArea(area) };
  if (placeId !== undefined) {
    const position = positionOf(placeId);
    if (!position) throw invalid('placeId', 'invalid_format', unknownPlace);
    return { ...position, radius };
  }
  if (latitude === undefined && longitude === undefined) return undefined;
  if (latitude === undefined) throw invalid('latitude', 'required');
  if (longitude === undefined) throw invalid('longitude', 'required');
  return { latitude, longitude, radius };
}

function sortOf({ sort }: Query, where: Where): 'distance' | 'freshness' {
  if (sort === 'distance' && !where) throw invalid('latitude', 'required');
  return sort ?? (where ? 'distance' : 'freshness');
}

/** A provider that takes new work once takes it for the rest of the window. */
function availableByOf({ availableFrom: from, availableUntil: until }: Query): Date | undefined {
  if (from && until && until < from) throw invalid('availableUntil', 'too_small');
  return until ?? from;
}

function listingBody(
  row: ListingRow,
  category: string,
  { baseUrl, ...view }: Omit<ViewOptions, 'names'> & { baseUrl: string },
) {
  return {
    publicProviderId: row.public_provider_id,
    displayName: row.display_name,
    kind: row.kind,
    operatingModel: row.operating_model,
    serviceArea: row.service_area,
    media: row.image ? [mediaBody(row.image, baseUrl)] : [],
    claims: row.claims.map((claim) => claimSummary(claim, view)),
    actions: actionsOf(category, { state: row.availability, has_public_claim: true }, baseUrl),
  };
}
