import { sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { CaseState } from '../db/schema.ts';

type CaseFact = {
  caseId: string;
  providerId: string;
  categoryKey: string;
  state: CaseState;
  dueAt: string | null;
  at: string;
};

/** The newest of a case's events wins, whichever of its types came first. */
export async function upsertCase(
  trx: Trx,
  { caseId, providerId, categoryKey, state, dueAt, at }: CaseFact,
): Promise<void> {
  await sql`
    insert into case_projection as known (case_id, provider_id, category_key, state, due_at, changed_at)
    values (${caseId}, ${providerId}, ${categoryKey}, ${state}, ${dueAt}, ${at})
    on conflict (case_id) do update
    set state = excluded.state, due_at = excluded.due_at, changed_at = excluded.changed_at
    where known.changed_at <= excluded.changed_at`.execute(trx);
}

export function listCases(db: Db, providerId: string) {
  return db
    .selectFrom('case_projection')
    .select(['category_key', 'state', 'due_at'])
    .where('provider_id', '=', providerId)
    .execute();
}

/** Active claims in the categories that the provider offers. */
export async function listActiveClaims(db: Db, providerId: string) {
  const { rows } = await sql<{ category_key: string; valid_until: Date }>`
    select c.category_key, c.valid_until from claim c
    join service_selection s using (provider_id, category_key)
    where c.provider_id = ${providerId} and s.state = 'active' and c.status = 'active'`.execute(db);
  return rows;
}
