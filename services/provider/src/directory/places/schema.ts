import { Page, PageQuery } from '@trust/contracts/page';
import { singleLine } from '@trust/contracts/values/free-text';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { placeIdPattern } from './place-id.ts';

const Precision = valueList('placePrecision', {
  address: { en: 'Address', fr: 'Adresse', means: 'To the house number.' },
  street: { en: 'Street', fr: 'Rue', means: 'To the street.' },
  place: { en: 'Place', fr: 'Localité', means: 'To the town, district or landmark.' },
});

const countryCode = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .meta({ examples: ['FR'] });
const text = singleLine(2, 200);

export const Place = z
  .object({
    id: z
      .string()
      .regex(placeIdPattern)
      .meta({
        description: 'Identifies the place in a search (`placeId`). It does not expire.',
        examples: ['AroQ7ABJ9HY'],
      }),
    fullName: z.string().meta({
      description: 'Name of the place with region and country, for selection lists.',
      examples: ['Lyon, France'],
    }),
    name: z.string().meta({ description: 'Name of the place.', examples: ['Lyon'] }),
    countryCode: z
      .string()
      .nullable()
      .meta({ description: 'ISO 3166-1 code of the country, two capital letters.', examples: ['FR'] }),
    latitude: z.number().meta({ description: 'Latitude in degrees, WGS 84, from -90 to 90.', examples: [48.8566] }),
    longitude: z.number().meta({ description: 'Longitude in degrees, WGS 84, from -180 to 180.', examples: [2.3522] }),
    precision: Precision.meta({ description: 'Precision of the coordinates.', examples: ['place'] }),
  })
  .meta({ id: 'Place' });

export const PlaceList = z
  .object({
    items: z.array(Place).describe('The places found, best match first. All are on this page.'),
    attribution: z.string().meta({
      description: 'Source of the data. Show it with the results.',
      examples: ['GeoNames (geonames.org), CC BY 4.0'],
    }),
  })
  .meta({ id: 'PlaceList' });

export const PlacePage = Page(Place).extend({ attribution: PlaceList.shape.attribution }).meta({ id: 'PlacePage' });

export const Geocode = z
  .strictObject({
    text: text.meta({
      description: 'An address or the name of a place, 2 to 200 characters.',
      examples: ['69003 Lyon, France'],
    }),
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

export const SuggestQuery = PageQuery.extend({
  q: text.meta({ description: 'The beginning of a place name, 2 to 200 characters.', examples: ['lyo'] }),
  countryCode: countryCode.optional().describe('Only places in this country: ISO 3166-1, two capital letters.'),
});
