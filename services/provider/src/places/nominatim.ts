import { z } from 'zod';
import type { Geocoder, Place } from './geocoder.ts';
import type { GeocoderRequest } from './geocoder-client.ts';

const attribution = '© OpenStreetMap contributors, ODbL';

// https://nominatim.org/release-docs/latest/api/Output/: format jsonv2; coordinates are texts.
const Found = z.object({
  lat: z.coerce.number(),
  lon: z.coerce.number(),
  display_name: z.string(),
  name: z.string().nullish(),
  address: z
    .object({ house_number: z.string().optional(), road: z.string().optional(), country_code: z.string().optional() })
    .optional(),
});
/** Nothing found is told as an error inside a success. */
const Reverse = z.union([Found, z.object({ error: z.string() })]);

/** Nominatim. Its rules forbid to ask it at each key: suggestions come from `suggesting`. */
export function nominatim(ask: GeocoderRequest, suggesting: Pick<Geocoder, 'suggest'>): Geocoder {
  const format = { format: 'jsonv2', addressdetails: '1' };
  return {
    async find({ text, countryCode, language, limit }) {
      const country: Record<string, string> = countryCode ? { countrycodes: countryCode.toLowerCase() } : {};
      const query = { ...format, ...country, q: text, limit: String(limit), 'accept-language': language };
      return { items: (await ask('search', query, z.array(Found))).map(placeOf), attribution };
    },
    async nearest({ latitude, longitude }, language) {
      const query = { ...format, lat: String(latitude), lon: String(longitude), 'accept-language': language };
      const found = await ask('reverse', query, Reverse);
      return { items: 'error' in found ? [] : [placeOf(found)], attribution };
    },
    suggest: (query) => suggesting.suggest(query),
  };
}

function placeOf({ lat, lon, display_name, name, address }: z.output<typeof Found>): Place {
  return {
    fullName: display_name,
    name: name || (display_name.split(',')[0] ?? display_name),
    countryCode: address?.country_code?.toUpperCase() ?? null,
    latitude: lat,
    longitude: lon,
    precision: address?.house_number ? 'address' : address?.road ? 'street' : 'place',
  };
}
