import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';

export async function isVerifiedContact(db: Db, personId: string, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('verified_contacts')
    .select('person_id')
    .where('person_id', '=', personId)
    .where(sql<boolean>`${hash} = any (hashes)`)
    .executeTakeFirst();
  return row !== undefined;
}

/** As `isVerifiedContact`; its removal waits until the transaction ends. Call before a provider is locked, as the event does. */
export async function takeVerifiedContact(trx: Trx, personId: string, hash: string): Promise<boolean> {
  const row = await trx
    .selectFrom('verified_contacts')
    .select('hashes')
    .where('person_id', '=', personId)
    .forShare()
    .executeTakeFirst();
  return row?.hashes.includes(hash) === true;
}

export async function deleteVerifiedContacts(trx: Trx, personId: string): Promise<void> {
  await trx.deleteFrom('verified_contacts').where('person_id', '=', personId).execute();
}

/** From enquiries that wait for their handoff: a contact that was handed over stays with the provider anyway. */
export async function deleteRemovedContacts(trx: Trx, customerId: string, hashes: readonly string[]): Promise<void> {
  await sql`
    delete from enquiry_contact c using enquiry e
    where e.id = c.enquiry_id and e.customer_id = ${customerId} and e.state in ('sent', 'accepted')
      and c.contact_hash <> all (${hashes})`.execute(trx);
}
