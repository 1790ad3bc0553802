import { z } from 'zod';
import type { Geocoder, Place, Places } from '../../geocoder.ts';
import type { GeocoderRequest } from './geocoder-client.ts';

const attribution = '© OpenStreetMap contributors, ODbL';

const FeatureCollection = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
      properties: z.object({
        name: z.string().optional(),
        housenumber: z.string().optional(),
        street: z.string().optional(),
        postcode: z.string().optional(),
        city: z.string().optional(),
        country: z.string().optional(),
        countrycode: z.string().optional(),
        type: z.string().optional(),
      }),
    }),
  ),
});
type Feature = z.output<typeof FeatureCollection>['features'][number];

export function photon(request: GeocoderRequest): Geocoder {
  const places = async (path: string, query: Record<string, string>): Promise<Places> => {
    const { features } = await request(path, query, FeatureCollection);
    return { items: features.flatMap((feature) => placeOf(feature) ?? []), attribution };
  };
  const search: Geocoder['find'] = async ({ text, countryCode, language, limit }) => {
    const found = await places('api', { q: text, lang: language, limit: String(countryCode ? limit * 3 : limit) });
    const items = found.items.filter((place) => !countryCode || place.countryCode === countryCode);
    return { ...found, items: items.slice(0, limit) };
  };
  return {
    find: search,
    suggest: search,
    nearest: ({ latitude, longitude }, language) =>
      places('reverse', { lat: String(latitude), lon: String(longitude), lang: language, limit: '1' }),
  };
}

function placeOf({ geometry, properties: p }: Feature): Place | undefined {
  const [longitude, latitude] = geometry.coordinates;
  const street = p.street && [p.housenumber, p.street].filter(Boolean).join(' ');
  const name = p.name ?? street ?? p.city;
  if (!name) return undefined;
  const parts = [name, street, [p.postcode, p.city].filter(Boolean).join(' '), p.country];
  return {
    fullName: [...new Set(parts.filter(Boolean))].join(', '),
    name,
    countryCode: p.countrycode?.toUpperCase() ?? null,
    latitude,
    longitude,
    precision: p.housenumber ? 'address' : p.type === 'street' || p.street ? 'street' : 'place',
  };
}
