import { singleLine } from '@trust/contracts/free-text';
import { z } from 'zod';

const coordinates = {
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  addressLabel: singleLine(1, 200).optional(),
};

// RFC 7946: longitude first. An altitude is rejected.
const position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);
const ring = z.array(position).min(4).max(500);

const rings = z.array(ring).min(1).max(20);

export const ServiceArea = z.strictObject({ type: z.literal('Polygon'), coordinates: rings });

const { $schema: _dialect, ...ringsSchema } = z.toJSONSchema(rings);
// In a response only the shape is checked: the limits of each number cost half the time of a search.
const numericRings = z.custom<z.output<typeof rings>>(isNumericRings).meta(ringsSchema);

export const GeoJsonPolygon = ServiceArea.extend({ coordinates: numericRings }).meta({ id: 'GeoJsonPolygon' });
export type GeoJsonPolygon = z.output<typeof GeoJsonPolygon>;

function isNumericRings(value: unknown): boolean {
  return Array.isArray(value) && value.every((ring) => Array.isArray(ring) && ring.every(isPosition));
}

function isPosition(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((coordinate) => typeof coordinate === 'number');
}

export const LocationUpdate = z
  .strictObject({
    privateBase: z.strictObject(coordinates).nullable().optional(),
    publicPremises: z
      .strictObject({ ...coordinates, consent: z.literal(true) })
      .nullable()
      .optional(),
    serviceArea: ServiceArea.nullable().optional(),
  })
  .meta({ id: 'LocationUpdate' });
export type LocationUpdate = z.output<typeof LocationUpdate>;

export const ServiceAreaUpdate = z
  .strictObject({ serviceArea: ServiceArea.nullable() })
  .meta({ id: 'ServiceAreaUpdate' });

/** The workspace never echoes coordinates (promise D1). */
export const LocationConfiguration = z
  .object({
    privateBaseConfigured: z.boolean(),
    publicPremisesConfigured: z.boolean(),
    serviceAreaConfigured: z.boolean(),
  })
  .meta({ id: 'LocationConfiguration' });
