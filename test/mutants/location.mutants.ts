import { mutantsOf } from './mutant.ts';

const migration = 'src/db/migrations/0001-providers.sql';
const location = 'src/registration/location';

export const mutants = mutantsOf('services/provider', [
  [
    'src/registration/location/public-area.ts',
    "k.key || coalesce(b.entered_by::text, '')::bytea",
    'k.key',
    'src/registration/location/public-area.test.ts',
  ],
  [
    'src/listing/refresh-listing.ts',
    'case when checked.are then m.position end, ',
    'm.position, ',
    'src/directory/search/search-places.test.ts',
  ],
  [
    'src/listing/refresh-listing.ts',
    "case when p.operating_model = 'premises' then m.position end) as geog",
    'm.position) as geog',
    'src/directory/search/search-places.test.ts',
  ],
  [
    'src/listing/refresh-listing.ts',
    "case when p.operating_model = 'premises' then m.position end) as geog",
    'null) as geog',
    'src/directory/search/search-places.test.ts',
  ],
  [
    'src/listing/refresh-listing.ts',
    'a.area is null and not checked.are as is_pinned',
    'false as is_pinned',
    'src/directory/search/search-places.test.ts',
  ],
  [
    'src/listing/refresh-listing.ts',
    'a.area is null and not checked.are as is_pinned',
    'a.area is null as is_pinned',
    'src/directory/search/search-places.test.ts',
  ],
  [
    'src/directory/search/search-listings.ts',
    '(l.geog <-> ${centre}) + ${behindAll}::float8',
    'l.geog <-> ${centre}',
    'src/directory/search/search-places.test.ts',
  ],
  [
    'src/directory/search/search-listings.ts',
    'sql`not l.is_pinned`',
    'sql`true`',
    'src/directory/search/search-places.test.ts',
  ],
  [
    'src/directory/search/search-listings.ts',
    '[nearest(centre, false), nearest(centre, true)]',
    '[nearest(centre, false)]',
    'src/directory/search/search-places.test.ts',
  ],
  [migration, 'x - st_x(origin), y - st_y(origin)', '0, 0', 'test/home.test.ts'],
  [migration, "sha256(key || format('%s %s', up, across)::bytea)", 'sha256(key)', location],
  [
    migration,
    "sha256(key || format('%s %s', up, across)::bytea)",
    "sha256(format('%s %s', up, across)::bytea)",
    location,
  ],
  [migration, 'st_snaptogrid(cells, 0.001)', 'st_snaptogrid(cells, 0.0001)', location],
  [migration, 'least(0, 180 - st_xmax(moved)) + greatest(0, -180 - st_xmin(moved))', '0', location],
  [migration, 'least(0, 90 - st_ymax(moved)) + greatest(0, -90 - st_ymin(moved))', '0', location],
  [
    migration,
    'st_makeenvelope(-180, -90, 180, 90, 4326)), 3), 1);',
    'st_makeenvelope(-360, -180, 360, 180, 4326)), 3), 1);',
    location,
  ],
  [
    migration,
    '4294967296.0 from generate_series(1, 4) n order by n',
    '4294967296.0 * (n < 3)::int from generate_series(1, 4) n order by n',
    location,
  ],
  [
    'src/listing/refresh-listing.ts',
    'left join public_area a using',
    'left join (select provider_id, area::geometry from service_area) a using',
    location,
  ],
  [
    'src/directory/public-providers/find-public-provider.ts',
    'left join public_area a',
    'left join service_area a',
    location,
  ],
  ['src/registration/location/change-location.ts', 'await refreshPublicAreas(trx, [providerId]);', '', location],
  [
    'src/registration/location/public-area.ts',
    'coalesce(b.position::geometry, st_centroid(a.area::geometry))',
    'st_centroid(a.area::geometry)',
    location,
  ],
  [
    'src/registration/location/queries.ts',
    'sql`entered_by is not null and ${isAt(place)}`',
    'sql`false`',
    'src/personal-data/on-export-requested.test.ts',
  ],
  [
    'src/registration/location/queries.ts',
    'sql`entered_by is not null and ${isAt(place)}`',
    'sql`${isAt(place)}`',
    'src/personal-data/on-export-requested.test.ts',
  ],
  [
    'src/registration/location/queries.ts',
    'sql`entered_by is not null and ${isAt(place)}`',
    'sql`entered_by is not null`',
    'src/personal-data/on-export-requested.test.ts',
  ],
  [
    'src/registration/location/queries.ts',
    'sql`consented_by <> ${consent.by} and ${isAt(place)}`',
    'sql`false`',
    'src/registration/location/premises-consent.test.ts',
  ],
  [
    'src/registration/location/queries.ts',
    'sql`consented_by <> ${consent.by} and ${isAt(place)}`',
    'sql`consented_by <> ${consent.by}`',
    'src/registration/location/premises-consent.test.ts',
  ],
  [
    'src/registration/location/queries.ts',
    'sql`consented_by <> ${consent.by} and ${isAt(place)}`',
    'sql`${isAt(place)}`',
    'src/personal-data/on-consent-changed.test.ts',
  ],
  [
    'src/registration/location/queries.ts',
    'return numAffectedRows === 1n;',
    'return true;',
    'src/registration/location/premises-consent.test.ts',
  ],
  [
    'src/registration/location/delete-location.ts',
    "await trx.deleteFrom('area_key').where('provider_id', '=', providerId).execute();",
    '',
    'src/personal-data',
  ],
]);
