import { ClaimId, ClaimType, ClaimValidUntil, GrantedLimitations } from '@trust/contracts/fields';
import { pageLimit } from '@trust/contracts/page';
import { singleLine } from '@trust/contracts/values/free-text';
import { decimalNumber } from '@trust/contracts/values/numbers-in-text';
import { someOf, valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { CategoryKey, ClaimStatement } from '../../catalog/schema.ts';
import { Freshness } from '../../listing/freshness.ts';
import { OperatingModel } from '../../registration/providers/schema.ts';
import { placeIdPattern } from '../places/place-id.ts';
import { actions, identity, PublicMedia } from '../public-providers/schema.ts';

const Sort = valueList('searchOrder', {
  distance: { en: 'Nearest first', fr: 'Du plus proche au plus loin', means: 'Nearest first.' },
  freshness: {
    en: 'Longest claims first',
    fr: 'Attestations les plus longues d’abord',
    means: 'Longest current claims first.',
  },
});

export const ClaimSummary = z
  .object({
    claimId: ClaimId,
    type: ClaimType,
    statement: ClaimStatement,
    validUntil: ClaimValidUntil,
    freshness: Freshness.describe('How long the claim is still valid. A current claim is never `expired`.'),
    limitations: GrantedLimitations,
  })
  .meta({ id: 'ClaimSummary' });

export const PublicListing = z
  .object({
    ...identity,
    media: z.array(PublicMedia).describe('The profile image, if operators approved one; else empty.'),
    claims: z.array(ClaimSummary).describe('Current claims in the searched category, in short.'),
    actions: actions.describe('What a customer can do, in the searched category.'),
  })
  .meta({ id: 'PublicListing' });

const claimType = z.string().min(1).max(60);

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

export const SearchQuery = z.strictObject({
  category: CategoryKey.meta({
    description: 'Key of the category to search, from `GET /public/categories`. An unknown key returns 400.',
    examples: ['electrician'],
  }),
  latitude: decimalNumber(-90, 90)
    .optional()
    .meta({
      description: 'Latitude of the centre of the search in degrees, WGS 84, from -90 to 90.',
      examples: [48.8566],
    }),
  longitude: decimalNumber(-180, 180)
    .optional()
    .meta({
      description: 'Longitude of the centre of the search in degrees, WGS 84, from -180 to 180.',
      examples: [2.3522],
    }),
  radiusKm: decimalNumber(1, 100)
    .optional()
    .meta({
      description:
        'Radius of the search in kilometres: 1 to 100, 25 by default. Only with `placeId` or coordinates, else 400.',
      examples: [20],
    }),
  placeId: z
    .string()
    .regex(placeIdPattern)
    .optional()
    .meta({
      description: 'Centre of the search: the `id` of a suggested place. Instead of `latitude` and `longitude`.',
      examples: ['AroQ7ABJ9HY'],
    }),
  area: z
    .string()
    .max(6000)
    .optional()
    .meta({
      description:
        'GeoJSON polygon of one ring, as text of at most 6000 characters, by the rules of a service area. Instead of `latitude` and `longitude`.',
      examples: ['{"type":"Polygon","coordinates":[[[2.22,48.81],[2.47,48.81],[2.47,48.91],[2.22,48.81]]]}'],
    }),
  operatingModel: OperatingModel.optional().meta({
    description: 'Only providers that work this way.',
    examples: ['travels'],
  }),
  availableFrom: instant
    .optional()
    .describe('Only providers that take new work at this time. With `availableUntil`: at some time in between.'),
  availableUntil: instant.optional().describe('Only providers that take new work at this time or earlier.'),
  claim: z
    .union([claimType.transform((one) => [one]), z.array(claimType).max(10)])
    .default([])
    .meta({
      description:
        'Only providers with a current claim of this type. May be repeated, up to 10 times: the provider must have all types. A type that no requirement of the category has returns 400.',
      examples: ['trade_qualification'],
    }),
  freshness: someOf(Freshness, ['fresh', 'due'])
    .optional()
    .describe('Only providers with a current claim of this freshness, of each type in `claim`.'),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})?$/)
    .transform((tag) => tag.toLowerCase())
    .optional()
    .meta({
      description:
        'Only providers that say they speak this language: a BCP 47 tag such as `fr`, which also finds `fr-CA`.',
      examples: ['fr'],
    }),
  q: singleLine(2, 100)
    .optional()
    .meta({
      description:
        'Only providers whose name or summary has all these words, without regard to case and accents: 2 to 100 characters.',
      examples: ['martin'],
    }),
  sort: Sort.optional().meta({
    description: 'Order. Without it, by distance if a place or area is given, else by freshness.',
    examples: ['distance'],
  }),
  limit: pageLimit.meta({ description: 'How many items to return: 1 to 100, 25 by default.', examples: [25] }),
  cursor: z
    .string()
    .optional()
    .meta({
      description: '`nextCursor` of the previous page. Opaque; valid only for the same filters and caller.',
      examples: ['v1.8Jr2xQ0m.Zt5cYb1nWq'],
    }),
});
