import { sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { GeoJsonPolygon } from './schema.ts';

type Place = { latitude: number; longitude: number; addressLabel?: string | undefined };

const point = ({ latitude, longitude }: Place) =>
  sql`st_setsrid(st_makepoint(${longitude}, ${latitude}), 4326)::geography`;

const isAt = (place: Place) =>
  sql`st_equals(position::geometry, (${point(place)})::geometry) and address_label is not distinct from ${place.addressLabel ?? null}`;

/** Who repeats the base of a colleague has not entered it. Returns whose base another person replaced or removed. */
export async function putPrivateBase(
  trx: Trx,
  providerId: string,
  place: Place | null,
  { by, at }: { by: string; at: Date },
): Promise<string | undefined> {
  const isKept = place ? sql`entered_by is not null and ${isAt(place)}` : sql`false`;
  const { rows } = await sql<{ entered_by: string | null }>`
    delete from private_base where provider_id = ${providerId} and not (${isKept}) returning entered_by`.execute(trx);
  const enteredBy = rows[0]?.entered_by ?? undefined;
  const owner = enteredBy === by ? undefined : enteredBy;
  if (!place) return owner;
  await sql`
    insert into private_base (provider_id, position, address_label, entered_by, changed_at)
    values (${providerId}, ${point(place)}, ${place.addressLabel ?? null}, ${by}, ${at})
    on conflict do nothing`.execute(trx);
  return owner;
}

/** At the same place the consents of colleagues stay, of those who still represent the provider. */
export async function putPublicPremises(
  trx: Trx,
  providerId: string,
  place: Place | null,
  consent: { by: string; at: Date },
): Promise<void> {
  const isKept = place ? isAt(place) : sql`false`;
  await sql`delete from public_premises where provider_id = ${providerId} and not (${isKept})`.execute(trx);
  if (!place) return;
  await sql`
    insert into public_premises (provider_id, position, address_label)
    values (${providerId}, ${point(place)}, ${place.addressLabel ?? null})
    on conflict do nothing`.execute(trx);
  await sql`
    delete from premises_consent c where provider_id = ${providerId} and not exists (
      select from representative r
      where r.provider_id = c.provider_id and r.user_id = c.person_id and r.ended_at is null)`.execute(trx);
  await sql`
    insert into premises_consent (provider_id, person_id, consented_at)
    values (${providerId}, ${consent.by}, ${consent.at})
    on conflict (provider_id, person_id) do update
      set consented_at = greatest(premises_consent.consented_at, excluded.consented_at)`.execute(trx);
}

/** Whether the stored premises change: other ones, the first ones, or none any more. */
export async function movesPremises(trx: Trx, providerId: string, place: Place | null): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select ${place ? isAt(place) : sql`false`} as same from public_premises where provider_id = ${providerId}`.execute(
    trx,
  );
  return rows[0] ? !rows[0].same : place !== null;
}

/** Who repeats the area of a colleague has not set it. Returns whose base it was drawn with, if another person replaced or removed it. */
export async function putServiceArea(
  trx: Trx,
  providerId: string,
  polygon: GeoJsonPolygon | null,
  { by, at }: { by: string; at: Date },
): Promise<string | undefined> {
  const area = sql`st_setsrid(st_geomfromgeojson(${JSON.stringify(polygon)}), 4326)`;
  const isKept = polygon ? sql`set_by is not null and st_orderingequals(area::geometry, ${area})` : sql`false`;
  const { rows } = await sql<{ set_by: string | null; entered_by: string | null }>`
    delete from service_area a where provider_id = ${providerId} and not (${isKept})
    returning set_by, (select entered_by from private_base b where b.provider_id = a.provider_id)`.execute(trx);
  if (polygon)
    await sql`
      insert into service_area (provider_id, area, set_by, changed_at)
      values (${providerId}, ${area}::geography, ${by}, ${at})
      on conflict do nothing`.execute(trx);
  const enteredBy = rows[0]?.entered_by ?? undefined;
  return rows[0]?.set_by === by || enteredBy === by ? undefined : enteredBy;
}

export async function findPremisesOf(trx: Trx, personId: string, until: Date): Promise<string[]> {
  const rows = await trx
    .selectFrom('premises_consent')
    .select('provider_id')
    .where('person_id', '=', personId)
    .where('consented_at', '<=', until)
    .orderBy('provider_id')
    .execute();
  return rows.map((row) => row.provider_id);
}

/** Those of a provider that is one person, and were given while it was not (docs/domain/provider-record.md 24). */
export async function findConsentsOfOthers(trx: Trx, providerId: string): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    select person_id from premises_consent c where provider_id = ${providerId} and not exists (
      select from representative r
      where r.provider_id = c.provider_id and r.user_id = c.person_id and r.role = 'owner' and r.ended_at is null)
    order by person_id`.execute(trx);
  return rows.map((row) => row.person_id);
}

/** Whether the premises are shown with the consent of this person alone. */
export async function isLastConsent(trx: Trx, providerId: string, personId: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select bool_and(person_id = ${personId}) as is from premises_consent where provider_id = ${providerId}`.execute(
    trx,
  );
  return rows[0]?.is === true;
}

export async function deleteConsent(trx: Trx, providerId: string, personId: string, until?: Date): Promise<void> {
  await trx
    .deleteFrom('premises_consent')
    .where('provider_id', '=', providerId)
    .where('person_id', '=', personId)
    .$if(until !== undefined, (query) => query.where('consented_at', '<=', until ?? new Date(0)))
    .execute();
}

/** Returns whether there were premises without a consent. */
export async function deletePremisesWithoutConsent(trx: Trx, providerId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from public_premises m where provider_id = ${providerId} and not exists (
      select from premises_consent c where c.provider_id = m.provider_id)`.execute(trx);
  return numAffectedRows === 1n;
}
