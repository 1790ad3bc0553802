import type { Language } from '@trust/contracts/text';
import type { Db } from '../app.ts';
import type { Geocoder, Place, Places } from './geocoder.ts';
import { countryName, parseTowns, searchName } from './place-name.ts';
import { findNearestPlace, type GazetteerRow, listPlaces } from './queries.ts';

const attribution = 'GeoNames (geonames.org), CC BY 4.0';
const maxDistanceMetres = 50_000;

/** Towns and villages from our own database: answers without a network, and knows no street. */
export function gazetteer(db: Db): Geocoder {
  return {
    async find({ text, countryCode, language, limit }) {
      const named = parseTowns(text);
      for (const name of named.towns) {
        const rows = await listPlaces(db, {
          name,
          exactFirst: true,
          countryCode: countryCode ?? named.countryCode,
          limit,
        });
        if (rows.length > 0) return answer(rows, language);
      }
      return answer([], language);
    },
    async nearest(position, language) {
      const row = await findNearestPlace(db, position, maxDistanceMetres);
      return answer(row ? [row] : [], language);
    },
    async suggest({ text, countryCode, language, limit }) {
      const name = searchName(text);
      return answer(name ? await listPlaces(db, { name, exactFirst: false, countryCode, limit }) : [], language);
    },
  };
}

function answer(rows: GazetteerRow[], language: Language): Places {
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
