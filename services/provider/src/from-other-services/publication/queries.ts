import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { PublicationHold } from '../../db/schema.ts';
import { isNotWithheld } from '../emergency-actions/in-force.ts';

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
    where c.provider_id = ${providerId} and s.state = 'active' and c.status = 'active' and c.valid_until > ${at}
      and ${isNotWithheld(sql`c.claim_id`, at)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function saveHold(trx: Trx, hold: Insertable<PublicationHold>): Promise<void> {
  await trx
    .insertInto('publication_hold')
    .values(hold)
    .onConflict((conflict) =>
      conflict.column('hold_id').doUpdateSet({ state: hold.state, changed_at: hold.changed_at }),
    )
    .execute();
}

/** Call with the provider locked: a hold takes the same lock. */
export async function isHeld(trx: Trx, providerId: string): Promise<boolean> {
  const held = await trx
    .selectFrom('publication_hold')
    .select('hold_id')
    .where('provider_id', '=', providerId)
    .where('state', '=', 'held')
    .executeTakeFirst();
  return held !== undefined;
}

/** Whether a hold withheld the provider. Each is taken once. */
export async function takeWithheld(trx: Trx, providerId: string): Promise<boolean> {
  const taken = await trx
    .updateTable('publication_hold')
    .set({ has_withheld: false })
    .where('provider_id', '=', providerId)
    .where('has_withheld', '=', true)
    .returning('hold_id')
    .execute();
  return taken.length > 0;
}
