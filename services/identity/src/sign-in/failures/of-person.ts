import { sql } from 'kysely';
import type { Db } from '../../app.ts';

export async function findFailuresByPerson(db: Db, personId: string) {
  const { rows } = await sql<{ contactPointId: string; failures: number; lastFailedAt: Date }>`
    select c.id as "contactPointId", f.failures, f.last_failed_at as "lastFailedAt"
    from sign_in_failure f join contact_point c using (channel, identifier_index)
    where c.person_id = ${personId} order by f.last_failed_at`.execute(db);
  return rows;
}
