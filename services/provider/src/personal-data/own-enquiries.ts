import { sql } from 'kysely';
import type { Trx } from '../app.ts';
import { announceEnquiry } from '../customers/enquiries/move-enquiry.ts';
import type { EnquiryRow } from '../customers/enquiries/queries.ts';

/** Finds what a person wrote and gave as a customer, and wrote as a representative. */
export async function findOwnEnquiries(trx: Trx, personId: string): Promise<unknown[]> {
  const { rows } = await sql`
    select e.id, p.public_name as "provider", e.category_key as "categoryKey", e.state, e.sent_at as "sentAt",
      e.ended_at as "endedAt", i.id as "interactionId", i.recorded_at as "contactDisclosedAt",
      (select jsonb_build_object('channel', c.channel, 'identifier', c.identifier, 'name', c.name)
        from own_contacts(${personId}) c where c.enquiry_id = e.id) as contact,
      (select coalesce(jsonb_agg(jsonb_build_object('text', m.text, 'sentAt', m.sent_at) order by m.number), '[]')
        from enquiry_message m where m.enquiry_id = e.id and m.author_id = ${personId}) as messages
    from enquiry e join provider p on p.id = e.provider_id left join interaction i on i.enquiry_id = e.id
    where e.customer_id = ${personId}
      or exists (select from enquiry_message m where m.enquiry_id = e.id and m.author_id = ${personId})
    order by e.sent_at, e.id`.execute(trx);
  return rows;
}

/** Ids remain, for the history of the provider and the reviews of others (docs/domain/erasure.md 17). */
export async function eraseEnquiries(trx: Trx, personId: string, at: Date): Promise<void> {
  await sql`delete from enquiry_contact c using enquiry e
    where e.id = c.enquiry_id and e.customer_id = ${personId}`.execute(trx);
  await sql`delete from enquiry_message where author_id = ${personId}`.execute(trx);
  const { rows } = await sql<EnquiryRow>`
    update enquiry set state = 'closed', ended_by = 'customer', ended_at = greatest(${at}, sent_at)
    where customer_id = ${personId} and state in ('sent', 'accepted', 'handed_off') returning *`.execute(trx);
  for (const row of rows) await announceEnquiry(trx, row, at);
}

/** A consent that was given later stays in force. */
export async function withdrawContacts(trx: Trx, customerId: string, at: Date): Promise<void> {
  await sql`
    delete from enquiry_contact c using enquiry e
    where e.id = c.enquiry_id and e.customer_id = ${customerId} and c.consented_at <= ${at}`.execute(trx);
}
