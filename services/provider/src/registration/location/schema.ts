import { singleLine } from '@trust/contracts/values/free-text';
import { z } from 'zod';
import { EndsClaimIds } from '../../provider-record/ends-claim-ids.ts';
import { WordsStatus } from '../display-names/schema.ts';

const coordinates = {
  latitude: z
    .number()
    .min(-90)
    .max(90)
    .meta({ description: 'Latitude in degrees, WGS 84, from -90 to 90.', examples: [48.8566] }),
  longitude: z
    .number()
    .min(-180)
    .max(180)
    .meta({ description: 'Longitude in degrees, WGS 84, from -180 to 180.', examples: [2.3522] }),
  addressLabel: singleLine(1, 200)
    .optional()
    .meta({ description: 'The address in words, 1 to 200 characters.', examples: ['12 rue Oberkampf, 75011 Paris'] }),
};

// RFC 7946: longitude first. An altitude is rejected.
const position = z
  .tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
  // Linters and generators of before 2020-12 read `items` only.
  .meta({ items: { type: 'number' } });
const ring = z.array(position).min(4).max(500);

const rings = z.array(ring).min(1).max(20);
const ringsTexts = {
  description: 'Rings of `[longitude, latitude]` pairs in degrees (WGS 84), the outer one first. Each ring is closed.',
  examples: [
    [
      [
        [2.22, 48.81],
        [2.47, 48.81],
        [2.47, 48.91],
        [2.22, 48.91],
        [2.22, 48.81],
      ],
    ],
  ],
};

/** Where public premises are, as responses show it. */
export const premisesPlace = {
  latitude: z.number().meta({ description: 'Latitude in degrees, WGS 84, from -90 to 90.', examples: [48.8566] }),
  longitude: z.number().meta({ description: 'Longitude in degrees, WGS 84, from -180 to 180.', examples: [2.3522] }),
  addressLabel: z
    .string()
    .nullable()
    .meta({
      description: 'The address in words, up to 200 characters; null if the provider gave none.',
      examples: ['12 rue Oberkampf, 75011 Paris'],
    }),
};

export const ServiceArea = z.strictObject({
  type: z
    .literal('Polygon')
    .meta({ description: 'Always `Polygon`.', 'x-values': { Polygon: { means: 'A GeoJSON polygon (RFC 7946).' } } }),
  coordinates: rings.meta(ringsTexts),
});

const { $schema: _dialect, ...ringsSchema } = z.toJSONSchema(rings);
// In a response only the shape is checked: the limits of each number cost half the time of a search.
const numericRings = z.custom<z.output<typeof rings>>(isNumericRings).meta(ringsSchema);

export const GeoJsonPolygon = ServiceArea.extend({
  coordinates: numericRings.meta(ringsTexts),
}).meta({ id: 'GeoJsonPolygon' });
export type GeoJsonPolygon = z.output<typeof GeoJsonPolygon>;

function isNumericRings(value: unknown): boolean {
  return Array.isArray(value) && value.every((ring) => Array.isArray(ring) && ring.every(isPosition));
}

function isPosition(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((coordinate) => typeof coordinate === 'number');
}

export const LocationUpdate = z
  .strictObject({
    privateBase: z
      .strictObject(coordinates)
      .nullable()
      .optional()
      .describe(
        'The private base. Never shown, searched or published in events; null removes it, and without the field it does not change.',
      ),
    publicPremises: z
      .strictObject({
        ...coordinates,
        consent: z.literal(true).meta({
          description: 'Must be true: the provider agrees that the premises are public.',
          'x-values': { true: { means: 'The only value.' } },
        }),
      })
      .nullable()
      .optional()
      .describe(
        'The public premises, with consent to show them; null removes them, and without the field they do not change.',
      ),
    endsClaimIds: EndsClaimIds,
    serviceArea: ServiceArea.nullable()
      .optional()
      .describe(
        'The service area: a closed WGS 84 polygon of 4 to 500 positions and at most 100,000 km². The public sees it generalised, to hide the private base; null removes it, and without the field it does not change.',
      ),
  })
  .meta({ id: 'LocationUpdate' });
export type LocationUpdate = z.output<typeof LocationUpdate>;

export const ServiceAreaUpdate = z
  .strictObject({
    serviceArea: ServiceArea.nullable().describe(
      'The service area: a closed WGS 84 polygon of 4 to 500 positions and at most 100,000 km². The public sees it generalised, to hide the private base; null removes it.',
    ),
  })
  .meta({ id: 'ServiceAreaUpdate' });

/** The workspace never echoes coordinates (promise D1). */
export const LocationConfiguration = z
  .object({
    privateBaseConfigured: z.boolean().describe('Whether a private base is stored.'),
    publicPremisesConfigured: z.boolean().describe('Whether public premises are stored.'),
    serviceAreaConfigured: z.boolean().describe('Whether a service area is stored.'),
    publicAddressStatus: WordsStatus.nullable().meta({
      description:
        'What operators decided about the address of the public premises. Only an accepted one is public, the place itself at once; null without an address.',
      examples: ['accepted'],
    }),
  })
  .meta({ id: 'LocationConfiguration' });
