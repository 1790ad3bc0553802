import { sql } from 'kysely';
import type { Db, Trx } from '../app.ts';

/** Locked, so that the gate cannot close before the commit. */
export async function lockGate(trx: Trx): Promise<'open' | 'closed'> {
  const { state } = await trx.selectFrom('publication_gate').select('state').forShare().executeTakeFirstOrThrow();
  return state;
}

export async function setGate(
  trx: Trx,
  gate: { state: 'open' | 'closed'; overrideId: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('publication_gate')
    .set({ state: gate.state, override_id: gate.overrideId, changed_at: gate.at })
    .where('changed_at', '<=', gate.at)
    .execute();
}

export async function countCurrentClaims(db: Db, providerId: string, at: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from claim c
    join service_selection s using (provider_id, category_key)
    where c.provider_id = ${providerId} and s.state = 'active' and c.status = 'active' and c.valid_until > ${at}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
