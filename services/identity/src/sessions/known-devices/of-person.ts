import type { Db } from '../../app.ts';

export function findDevicesByPerson(db: Db, personId: string) {
  return db
    .selectFrom('known_device')
    .innerJoin('contact_point', (join) =>
      join
        .onRef('contact_point.channel', '=', 'known_device.channel')
        .onRef('contact_point.identifier_index', '=', 'known_device.identifier_index'),
    )
    .select(['contact_point.id as contactPointId', 'first_signed_in_at as firstSignedInAt'])
    .select('last_signed_in_at as lastSignedInAt')
    .where('person_id', '=', personId)
    .orderBy('first_signed_in_at')
    .execute();
}
