import { z } from 'zod';
import type { Geocoder, Place } from '../../geocoder.ts';
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
/** Nominatim returns 200 with `error` when it finds nothing. */
const Reverse = z.union([Found, z.object({ error: z.string() })]);

/** Nominatim's usage policy forbids autocomplete, so suggestions come from `fallback`. */
export function nominatim(request: GeocoderRequest, fallback: Pick<Geocoder, 'suggest'>): Geocoder {
  const format = { format: 'jsonv2', addressdetails: '1' };
  return {
    async find({ text, countryCode, language, limit }) {
      const country: Record<string, string> = countryCode ? { countrycodes: countryCode.toLowerCase() } : {};
      const query = { ...format, ...country, q: text, limit: String(limit), 'accept-language': language };
      return { items: (await request('search', query, z.array(Found))).map(placeOf), attribution };
    },
    async nearest({ latitude, longitude }, language) {
      const query = { ...format, lat: String(latitude), lon: String(longitude), 'accept-language': language };
      const found = await request('reverse', query, Reverse);
      return { items: 'error' in found ? [] : [placeOf(found)], attribution };
    },
    suggest: (query) => fallback.suggest(query),
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
