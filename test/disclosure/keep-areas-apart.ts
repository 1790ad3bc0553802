import type { Session } from '../../demo/client.ts';
import type { World } from '../authorization/world.ts';
import { canaryValues } from './canary-values.ts';

/** The first key with which no corner of the public area is at a coordinate of the exact one, as three decimals show it. */
export async function keepAreasApart({ client, sessions, platform, ours }: World): Promise<void> {
  const { privateBase, area } = canaryValues;
  const exact = Object.values(area).flatMap((degree) => [
    degree.toFixed(3),
    (Math.floor(degree * 1000) / 1000).toFixed(3),
  ]);
  const { id: enteredBy } = await client.as(sessions.owner as Session).api.getAccountProfile();
  await platform.rows(
    'provider',
    `insert into area_key
      select $1, sha256(n::text::bytea) from generate_series(1, 1000) n
      where not exists (
        select from st_dumppoints(generalised_area(st_makeenvelope($2, $3, $4, $5, 4326),
          st_setsrid(st_makepoint($6, $7), 4326), sha256(n::text::bytea) || $8::text::bytea)) corner
        where array[round(st_x(corner.geom)::numeric, 3)::text, round(st_y(corner.geom)::numeric, 3)::text] && $9::text[])
      order by n limit 1
      on conflict (provider_id) do update set key = excluded.key`,
    [
      ours.id,
      area.west,
      area.south,
      area.east,
      area.north,
      privateBase.longitude,
      privateBase.latitude,
      enteredBy,
      exact,
    ],
  );
}
