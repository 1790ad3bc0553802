import { notificationRequested } from '@trust/contracts/events/any';
import { emit } from '@trust/service-kit/outbox/outbox';
import { sql } from 'kysely';
import type { Trx } from '../app.ts';

type Stop = {
  providerId: string;
  /** Null: all. */
  categoryKey: string | null;
  isForSafety: boolean;
  at: Date;
  /** Who sent the enquiry later never saw what ended. Null: it is all the same. */
  sentUntil?: Date | null;
};

type Told = { id: string; customer_id: string; category_key: string };

/** Whoever got the contact may come all the same, whichever side closed the enquiry. */
const wasClosedAfterHandoff = (at: Date) => sql`ended_at > ${at}::timestamptz - interval '30 days'
  and exists (select from interaction i where i.enquiry_id = enquiry.id)
  and not exists (select from erased_person gone where gone.person_id = enquiry.customer_id)`;

/**
 * Tells customers who may let somebody in that operators stopped the provider, or hide or doubt what it shows in a category,
 * without a reason: once a day, however often, and for safety once a day whatever else was told (docs/domain/enquiry.md 31).
 * Call with the provider locked.
 */
export async function tellCustomersOfStop(
  trx: Trx,
  { providerId, categoryKey: category, isForSafety, at, sentUntil = null }: Stop,
): Promise<void> {
  const toldAt = sql.ref(isForSafety ? 'told.safety_told_at' : 'told.stop_told_at');
  const { rows } = await sql<Told>`
    update enquiry set stop_told_at = ${at}, safety_told_at = case when ${isForSafety} then ${at} else safety_told_at end
    where provider_id = ${providerId} and (state in ('accepted', 'handed_off') or ${wasClosedAfterHandoff(at)})
      and (${category}::text is null or category_key = ${category})
      and (${sentUntil}::timestamptz is null or sent_at <= ${sentUntil})
      and not exists (
        select from enquiry told where told.provider_id = enquiry.provider_id and told.customer_id = enquiry.customer_id
          and ${toldAt} > ${at}::timestamptz - interval '24 hours')
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
