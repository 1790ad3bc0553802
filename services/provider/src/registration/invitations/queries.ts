import { type Insertable, type Selectable, sql } from 'kysely';
import type { Trx } from '../../app.ts';
import type { Invitation } from '../../db/schema.ts';
import type { InvitationState } from './states.ts';

export type InvitationRow = Selectable<Invitation>;

// A literal, not a parameter: Postgres matches a partial index by its predicate.
const isOpen = sql<boolean>`state = 'sent'`;

export function insertInvitation(trx: Trx, row: Insertable<Invitation>): Promise<InvitationRow | undefined> {
  return trx
    .insertInto('invitation')
    .values(row)
    .onConflict((conflict) => conflict.columns(['provider_id', 'contact_key']).where(isOpen).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Takes no lock: the caller locks the provider first. */
export async function findProviderOfInvitation(trx: Trx, id: string): Promise<string | undefined> {
  const row = await trx.selectFrom('invitation').select('provider_id').where('id', '=', id).executeTakeFirst();
  return row?.provider_id;
}

/** Call with the provider locked. */
export function findOpenInvitation(
  trx: Trx,
  { providerId, id, at }: { providerId: string; id: string; at: Date },
): Promise<InvitationRow | undefined> {
  return trx
    .selectFrom('invitation')
    .selectAll()
    .where('id', '=', id)
    .where('provider_id', '=', providerId)
    .where('state', '=', 'sent')
    .where('expires_at', '>', at)
    .executeTakeFirst();
}

const withoutContact = { contact_key: null, masked_identifier: null };

type End = { state: Exclude<InvitationState, 'sent'>; at: Date };

export async function endInvitation(trx: Trx, id: string, { state, at }: End): Promise<void> {
  await trx
    .updateTable('invitation')
    .set({ state, ended_at: at, ...withoutContact })
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .execute();
}

export async function expireInvitations(
  trx: Trx,
  contact: { providerId: string; key: Buffer },
  at: Date,
): Promise<void> {
  await trx
    .updateTable('invitation')
    .set({ state: 'expired', ended_at: at, ...withoutContact })
    .where('provider_id', '=', contact.providerId)
    .where('contact_key', '=', contact.key)
    .where('state', '=', 'sent')
    .where('expires_at', '<=', at)
    .execute();
}

export async function withdrawInvitations(trx: Trx, providerId: string, at: Date): Promise<string[]> {
  const rows = await trx
    .updateTable('invitation')
    .set({ state: 'withdrawn', ended_at: at, ...withoutContact })
    .where('provider_id', '=', providerId)
    .where('state', '=', 'sent')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
