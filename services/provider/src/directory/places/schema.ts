import { singleLine } from '@trust/contracts/free-text';
import { valueList } from '@trust/contracts/value-list';
import { z } from 'zod';
import { placeIdPattern } from './place-id.ts';

const PrecisionValue = valueList({
  address: { en: 'Address', fr: '', means: 'House number.' },
  street: { en: 'Street', fr: '', means: 'Street.' },
  place: { en: 'Place', fr: '', means: 'Town, district or landmark.' },
});

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
      .meta({ examples: ['AroQ7ABJ9HY'] })
      .describe('Identifies the place in a search (`placeId`). It does not expire.'),
    fullName: z
      .string()
      .meta({ examples: ['Lyon, France'] })
      .describe('Name of the place with region and country, for selection lists.'),
    name: z
      .string()
      .meta({ examples: ['Lyon'] })
      .describe('Name of the place.'),
    countryCode: z
      .string()
      .nullable()
      .meta({ examples: ['FR'] })
      .describe('ISO 3166-1 code of the country, two capital letters.'),
    latitude: z.number().meta({ description: 'Latitude in degrees, WGS 84, from -90 to 90.', examples: [48.8566] }),
    longitude: z.number().meta({ description: 'Longitude in degrees, WGS 84, from -180 to 180.', examples: [2.3522] }),
    precision: PrecisionValue.meta({ examples: ['place'] }).describe('Precision of the coordinates.'),
  })
  .meta({ id: 'Place' });

export const PlaceList = z
  .object({
    items: z.array(Place).describe('The items of this page, in order.'),
    attribution: z
      .string()
      .meta({ examples: ['GeoNames (geonames.org), CC BY 4.0'] })
      .describe('Source of the data. Show it with the results.'),
  })
  .meta({ id: 'PlaceList' });

export const Geocode = z
  .strictObject({
    text: text
      .meta({ examples: ['69003 Lyon, France'] })
      .describe('An address or the name of a place, 2 to 200 characters.'),
    countryCode: countryCode.optional().describe('ISO 3166-1 code of the country, two capital letters.'),
  })
  .meta({ id: 'Geocode' });

export const ReverseGeocode = z
  .strictObject({
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
  })
  .meta({ id: 'ReverseGeocode' });

export const SuggestQuery = z.strictObject({
  q: text.meta({ examples: ['lyo'] }).describe('The beginning of a place name, 2 to 200 characters.'),
  countryCode: countryCode.optional().describe('Only places in this country: ISO 3166-1, two capital letters.'),
});
