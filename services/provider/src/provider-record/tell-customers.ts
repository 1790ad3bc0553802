import { notificationRequested } from '@trust/contracts/events/any';
import { emit } from '@trust/service-kit/outbox/outbox';
import { sql } from 'kysely';
import type { Trx } from '../app.ts';

type Told = { id: string; customer_id: string; category_key: string };

/**
 * Tells customers who may let somebody in that operators stopped the provider, or hide or doubt what it shows in a category,
 * without a reason: once a day, however often (docs/domain/enquiry.md 31). Call with the provider locked.
 */
export async function tellCustomersOfStop(trx: Trx, providerId: string, at: Date, category?: string): Promise<void> {
  const { rows } = await sql<Told>`
    update enquiry set stop_told_at = ${at}
    where provider_id = ${providerId} and state in ('accepted', 'handed_off')
      and (${category ?? null}::text is null or category_key = ${category ?? null})
      and not exists (
        select from enquiry told where told.provider_id = enquiry.provider_id and told.customer_id = enquiry.customer_id
          and told.stop_told_at > ${at}::timestamptz - interval '24 hours')
    returning id, customer_id, category_key`.execute(trx);
  const newest = new Map(rows.map((row) => [row.customer_id, row]));
  for (const [userId, { id: enquiryId, category_key: categoryKey }] of newest) {
    const data = { enquiryId, categoryKey };
    await emit(trx, notificationRequested.provider, {
      userId,
      providerId: null,
      template: 'enquiry_provider_stopped',
      data,
    });
  }
}
