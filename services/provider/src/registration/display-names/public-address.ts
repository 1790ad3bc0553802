import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../app.ts';

/** `id`: the premises as what claims are about, which other premises or another address of them are not. */
export type PublicAddress = { id: string; label: string; isAccepted: boolean };

/** The address of the public premises that the provider has now. */
export async function findAddress(db: Db, providerId: string): Promise<PublicAddress | undefined> {
  const { rows } = await sql<PublicAddress>`
    select s.id, m.address_label as label, ${isAccepted} as "isAccepted" ${addressOf(sql`${providerId}::uuid`)}`.execute(
    db,
  );
  return rows[0];
}

/** Null without an address. */
export function isAddressAccepted(providerId: RawBuilder<unknown>) {
  return sql`(select ${isAccepted} ${addressOf(providerId)})`;
}

/** What everybody reads. */
export function publicAddress(providerId: RawBuilder<unknown>) {
  return sql`(select m.address_label ${addressOf(providerId)} and ${isAccepted})`;
}

/** By the last version that was accepted with it, unless operators refused that since. */
const isAccepted = sql`coalesce((
  select n.refused_at is null from display_name n
  where n.premises_id = s.id and n.provider_id = s.provider_id and n.state = 'accepted'
  order by n.ended_at desc, n.id desc limit 1), false)`;

function addressOf(providerId: RawBuilder<unknown>) {
  return sql`from public_premises m
    join claim_subject s on s.provider_id = m.provider_id and s.about = 'premises' and s.ended_at is null
    where m.provider_id = ${providerId} and m.address_label is not null`;
}
