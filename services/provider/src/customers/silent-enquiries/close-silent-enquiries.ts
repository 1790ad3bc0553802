import { notificationRequested } from '@trust/contracts/events/any';
import { enquiryChanged } from '@trust/contracts/events/customers';
import type { AnyTrx } from '@trust/service-kit/database/transaction';
import { emit } from '@trust/service-kit/outbox/outbox';
import { sql } from 'kysely';
import { isOfOpenQuestion } from '../enquiries/queries.ts';

export const silentDays = 365;

type Closed = { id: string; provider_id: string; customer_id: string; category_key: string };

/** Accepted ones that both sides forgot, with the contact (docs/domain/enquiry.md 36). Returns how many it closed. */
export async function closeSilentEnquiries(trx: AnyTrx, at: Date): Promise<number> {
  const before = new Date(at.getTime() - silentDays * 86_400_000);
  const isSilent = sql`e.state in ('accepted', 'handed_off') and e.answered_at <= ${before}
    and not exists (select from enquiry_message m where m.enquiry_id = e.id and m.sent_at > ${before})
    and not exists (select from interaction i where i.enquiry_id = e.id and i.recorded_at > ${before})
    and not ${isOfOpenQuestion(sql`e.id`, at)}`;
  const locked = await sql<{ id: string }>`
    select e.id from enquiry e where ${isSilent} order by e.id limit 100 for update of e skip locked`.execute(trx);
  const ids = locked.rows.map(({ id }) => id);
  // A message that came before the lock keeps it open.
  const { rows } = await sql<Closed>`
    update enquiry e set state = 'closed', ended_at = ${at} where e.id = any(${ids}::uuid[]) and ${isSilent}
    returning id, provider_id, customer_id, category_key`.execute(trx);
  for (const { id: enquiryId, provider_id: providerId, customer_id, category_key: categoryKey } of rows) {
    await sql`delete from enquiry_contact where enquiry_id = ${enquiryId}`.execute(trx);
    const occurredAt = at.toISOString();
    await emit(trx, enquiryChanged, { enquiryId, providerId, categoryKey, state: 'closed', occurredAt });
    const told = { template: 'enquiry_closed', data: { enquiryId, categoryKey } } as const;
    await emit(trx, notificationRequested.provider, { userId: customer_id, providerId: null, ...told });
    await emit(trx, notificationRequested.provider, { userId: null, providerId, ...told });
  }
  return rows.length;
}
