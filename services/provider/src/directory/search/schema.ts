import { singleLine } from '@trust/contracts/free-text';
import { LocalisedText } from '@trust/contracts/localised-text';
import { pageLimit } from '@trust/contracts/page';
import { z } from 'zod';
import { CategoryKey, limitations } from '../../catalog/schema.ts';
import { placeIdPattern } from '../places/place-id.ts';
import { actions, freshness, identity, operatingModel, PublicMedia } from '../public-providers/schema.ts';

export const ClaimSummary = z
  .object({
    claimId: z.uuid(),
    type: z.string(),
    statement: LocalisedText,
    validUntil: z.iso.datetime(),
    freshness,
    ...limitations,
  })
  .meta({ id: 'ClaimSummary' });

export const PublicListing = z
  .object({ ...identity, media: z.array(PublicMedia), claims: z.array(ClaimSummary), actions })
  .meta({ id: 'PublicListing' });

// Not `z.coerce`: it turns an empty text into 0.
const numeric = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,15})?$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .meta({ type: 'number', minimum: min, maximum: max });

const claimType = z.string().max(60);

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

export const SearchQuery = z.strictObject({
  category: CategoryKey,
  latitude: numeric(-90, 90).optional(),
  longitude: numeric(-180, 180).optional(),
  radiusKm: numeric(1, 100).default(25),
  placeId: z.string().regex(placeIdPattern).optional(),
  area: z.string().max(6000).optional(),
  operatingModel: operatingModel.optional(),
  availableFrom: instant.optional(),
  availableUntil: instant.optional(),
  claim: z.union([claimType.transform((one) => [one]), z.array(claimType).max(10)]).default([]),
  freshness: z.enum(['fresh', 'due']).optional(),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})?$/)
    .transform((tag) => tag.toLowerCase())
    .optional(),
  q: singleLine(2, 100).optional().meta({
    description:
      'Only providers whose name or summary has all these words, without regard to case and accents: 2 to 100 characters.',
  }),
  sort: z
    .enum(['distance', 'freshness'])
    .optional()
    .meta({ description: 'Order. Without it, by distance if a place or area is given, else by freshness.' }),
  limit: pageLimit,
  cursor: z.string().optional(),
});
