import { singleLine } from '@trust/contracts/free-text';
import { z } from 'zod';
import { placeIdPattern } from './place-id.ts';

const countryCode = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .meta({ examples: ['FR'] });
const text = singleLine(2, 200);

export const Place = z
  .object({
    placeId: z
      .string()
      .regex(placeIdPattern)
      .meta({ examples: ['AroQ7ABJ9HY'] }),
    fullName: z.string().meta({ examples: ['Lyon, France'] }),
    name: z.string().meta({ examples: ['Lyon'] }),
    countryCode: z
      .string()
      .nullable()
      .meta({ examples: ['FR'] }),
    latitude: z.number(),
    longitude: z.number(),
    precision: z.enum(['address', 'street', 'place']).meta({ examples: ['place'] }),
  })
  .meta({ id: 'Place' });

export const PlaceList = z
  .object({
    items: z.array(Place),
    attribution: z.string().meta({ examples: ['GeoNames (geonames.org), CC BY 4.0'] }),
  })
  .meta({ id: 'PlaceList' });

export const Geocode = z
  .strictObject({ text: text.meta({ examples: ['69003 Lyon, France'] }), countryCode: countryCode.optional() })
  .meta({ id: 'Geocode' });

export const ReverseGeocode = z
  .strictObject({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
  .meta({ id: 'ReverseGeocode' });

export const SuggestQuery = z.strictObject({
  q: text.meta({ examples: ['lyo'] }),
  countryCode: countryCode.optional(),
});
