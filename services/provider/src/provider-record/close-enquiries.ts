import { notificationRequested } from '@trust/contracts/events/any';
import { enquiryChanged } from '@trust/contracts/events/customers';
import { emit } from '@trust/service-kit/outbox/outbox';
import { sql } from 'kysely';
import type { Trx } from '../app.ts';

type Closed = { id: string; customer_id: string; category_key: string };

type Of = { providerId: string; customerId?: string; endedBy: 'customer' | 'provider' };

/**
 * Nobody of a closed provider answers or needs a contact any more (docs/domain/enquiry.md 26). With `customerId`, those of one
 * customer only (28, 33). Call with the provider locked.
 */
export async function closeEnquiries(trx: Trx, { providerId, customerId, endedBy }: Of, at: Date): Promise<void> {
  const selected = sql`e.provider_id = ${providerId} and ${customerId ? sql`e.customer_id = ${customerId}` : sql`true`}`;
  await sql`delete from enquiry_contact c using enquiry e where e.id = c.enquiry_id and ${selected}`.execute(trx);
  const { rows } = await sql<Closed>`
    update enquiry e set state = 'closed', ended_by = ${endedBy}, ended_at = greatest(${at}, sent_at)
    where ${selected} and (state in ('accepted', 'handed_off') or state = 'sent' and answer_due_at > ${at})
    returning id, customer_id, category_key`.execute(trx);
  for (const { id: enquiryId, customer_id, category_key: categoryKey } of rows) {
    const changed = { enquiryId, providerId, categoryKey, state: 'closed', occurredAt: at.toISOString() } as const;
    await emit(trx, enquiryChanged, changed);
    const told = endedBy === 'customer' ? { userId: null, providerId } : { userId: customer_id, providerId: null };
    const data = { enquiryId, categoryKey };
    await emit(trx, notificationRequested.provider, { ...told, template: 'enquiry_closed', data });
  }
}
