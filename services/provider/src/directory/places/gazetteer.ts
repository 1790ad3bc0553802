import type { Language } from '@trust/contracts/values/text';
import type { Db } from '../../app.ts';
import type { Geocoder, Place, Places } from '../../geocoder.ts';
import { countryName, parseTowns, searchName } from './place-name.ts';
import { findNearestPlace, type GazetteerRow, listPlaces } from './queries.ts';

const attribution = 'GeoNames (geonames.org), CC BY 4.0';
const maxDistanceMetres = 50_000;

export function gazetteer(db: Db): Geocoder {
  return {
    async find({ text, countryCode, language, limit }) {
      const parsed = parseTowns(text);
      for (const name of parsed.towns) {
        const rows = await listPlaces(db, {
          name,
          exactFirst: true,
          countryCode: countryCode ?? parsed.countryCode,
          limit,
        });
        if (rows.length > 0) return toPlaces(rows, language);
      }
      return toPlaces([], language);
    },
    async nearest(position, language) {
      const row = await findNearestPlace(db, position, maxDistanceMetres);
      return toPlaces(row ? [row] : [], language);
    },
    async suggest({ text, countryCode, language, limit }) {
      const name = searchName(text);
      return toPlaces(name ? await listPlaces(db, { name, exactFirst: false, countryCode, limit }) : [], language);
    },
  };
}

function toPlaces(rows: GazetteerRow[], language: Language): Places {
  const items = rows.map(
    ({ name, country_code, latitude, longitude }): Place => ({
      fullName: `${name}, ${countryName(country_code, language)}`,
      name,
      countryCode: country_code,
      latitude,
      longitude,
      precision: 'place',
    }),
  );
  return { items, attribution };
}
