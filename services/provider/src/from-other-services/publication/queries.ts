import type { Insertable } from 'kysely';
import type { Trx } from '../../app.ts';
import type { PublicationHold } from '../../db/schema.ts';

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

/** What is announced again changes no time. */
export async function saveHold(trx: Trx, hold: Omit<Insertable<PublicationHold>, 'held_at'>): Promise<void> {
  const { state, changed_at } = hold;
  const began = state === 'held' && { held_at: changed_at };
  await trx
    .insertInto('publication_hold')
    .values({ ...hold, ...began })
    .onConflict((conflict) =>
      conflict
        .column('hold_id')
        .doUpdateSet({ state, changed_at, ...began })
        .where('publication_hold.state', '!=', state),
    )
    .execute();
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
