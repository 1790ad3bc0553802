import { notificationRequested } from '@trust/contracts/events/any';
import { enquiryChanged } from '@trust/contracts/events/customers';
import { emit } from '@trust/service-kit/outbox/outbox';
import { sql } from 'kysely';
import type { Trx } from '../app.ts';

type Closed = { id: string; customer_id: string; category_key: string };

/** Nobody of a closed provider answers or needs a contact any more (docs/domain/enquiry.md 26). Call with it locked. */
export async function closeEnquiries(trx: Trx, providerId: string, at: Date): Promise<void> {
  await sql`delete from enquiry_contact c using enquiry e
    where e.id = c.enquiry_id and e.provider_id = ${providerId}`.execute(trx);
  const { rows } = await sql<Closed>`
    update enquiry set state = 'closed', ended_by = 'provider', ended_at = greatest(${at}, sent_at)
    where provider_id = ${providerId} and (state in ('accepted', 'handed_off') or state = 'sent' and answer_due_at > ${at})
    returning id, customer_id, category_key`.execute(trx);
  for (const { id: enquiryId, customer_id: userId, category_key: categoryKey } of rows) {
    const changed = { enquiryId, providerId, categoryKey, state: 'closed', occurredAt: at.toISOString() } as const;
    await emit(trx, enquiryChanged, changed);
    const data = { enquiryId, categoryKey };
    await emit(trx, notificationRequested.provider, { userId, providerId: null, template: 'enquiry_closed', data });
  }
}
